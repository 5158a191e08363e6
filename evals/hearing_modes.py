"""How well the offline coach hears. Imports nothing: commands read the names before anything heavy is loaded.

`clean`: every act as it was meant. `measured`: facts are missed and mistaken as often as the reader of free text does
(evals/offline/hearing.json). `hostile`: five times as often.
"""

from typing import Final, Literal, get_args

Mode = Literal["clean", "measured", "hostile"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)
