// What scrolls sideways can be reached by keyboard: looked at once all is laid out, and whenever the window changes.
function reach() {
  for (const box of document.querySelectorAll("pre, table"))
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
}
for (const when of ["load", "resize"]) addEventListener(when, reach);
