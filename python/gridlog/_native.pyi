from typing import Iterator, Optional

__version__: str

def answer(request: str) -> str: ...

class Solutions(Iterator[str]):
    def __init__(
        self,
        rules: Optional[tuple[str, Optional[str]]],
        settings: list[tuple[str, int]],
        text: Optional[str],
        is_grid: bool,
        most: Optional[int],
    ) -> None: ...
    def __iter__(self) -> Iterator[str]: ...
    def __next__(self) -> str: ...
    def close(self) -> None: ...
