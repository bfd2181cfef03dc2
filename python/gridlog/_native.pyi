from typing import Optional, final

__all__ = ["__version__", "answer", "Solutions"]

__version__: str

def answer(request: str) -> str: ...
@final
class Solutions:
    def __new__(
        cls,
        rules: Optional[tuple[str, Optional[str]]],
        settings: list[tuple[str, int]],
        text: Optional[str],
        is_grid: bool,
        most: Optional[int],
    ) -> "Solutions": ...
    def __iter__(self) -> "Solutions": ...
    def __next__(self) -> str: ...
    def close(self) -> None: ...
