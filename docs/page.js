// What scrolls sideways can be reached by keyboard.
for (const box of document.querySelectorAll("pre, table")) if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
