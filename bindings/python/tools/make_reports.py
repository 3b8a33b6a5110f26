"""Writes `python/adli/_reports.py` from the JSON Schemas of `adli schema`, which are made from the types that write the JSON.

A test (`tests/test_reports.py`) sees to it that the file is what this writes; with `ADLI_BLESS=1` it writes it.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable
from typing import Any

from adli._record import attribute

# The reports that Python gets, and what they are called there. Of `check`, which is of many files, the part about one.
REPORTS = {
    "check": "CheckedFile",
    "error": "ErrorReport",
    "explain": "ExplainReport",
    "explain-recogniser": "RecogniseReport",
    "probe": "ProbeReport",
    "prove": "ProveReport",
    "solve": "SolveReport",
}

# Where a name means something else in another report, or says little outside of its own.
RENAMED = {
    ("error", "Failure"): "Fault",
    ("error", "Kind"): "FaultKind",
    ("check", "Told"): "Diagnostic",
    ("error", "Told"): "Diagnostic",
    ("prove", "ClaimReport"): "Claim",
    ("prove", "RuleReport"): "Rule",
    ("prove", "ProblemReport"): "Problem",
    ("prove", "Kind"): "ClaimKind",
    ("prove", "Recognised"): "Answers",
    ("prove", "Answered"): "AnswerCount",
    ("solve", "Made"): "Table",
    ("solve", "Claimed"): "StoredValue",
}

# What only a command line says: the texts that were named on it.
OF_THE_COMMAND_LINE = {"read_from"}

HEAD = '''"""The reports of Adli, field by field.

Made by `tools/make_reports.py` from the schemas of `adli schema`: change it there, or in the types that write the JSON.
"""

from __future__ import annotations

from typing import Literal

from ._record import Record
'''


class Writer:
    """Classes and names of types, each once, after those that it needs."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def report(self, command: str, schema: dict[str, Any]) -> None:
        self.command, self.definitions = command, schema.get("$defs", {})
        self.begun: set[str] = set()
        name = REPORTS[command]
        fields = schema.get("properties", {})
        schema = {**schema, "properties": {key: fields[key] for key in fields if key not in OF_THE_COMMAND_LINE}}
        if name in self.definitions:
            self.definition(name)
        else:
            self.record(name, {**schema, "description": f"The JSON of `adli schema {command}`."})

    def name(self, definition: str) -> str:
        return RENAMED.get((self.command, definition), definition)

    def definition(self, name: str) -> str:
        """The type of a definition, which is written if it is not yet."""
        schema, called = self.definitions[name], self.name(name)
        if is_record(schema):
            self.record(called, schema)
        else:
            body = f"{called} = {self.type_of(schema, called)}\n"
            if schema.get("description"):
                body += quoted(schema["description"], "") + "\n"
            self.write(called, body)
        return called

    def write(self, name: str, body: str) -> None:
        if self.written.setdefault(name, body) != body:
            raise ValueError(f"{name} means two things:\n{self.written[name]}\n{body}")

    def record(self, name: str, schema: dict[str, Any]) -> None:
        if name in self.begun:
            return
        self.begun.add(name)
        fields = []
        for key, part, required in properties(schema):
            kind = self.type_of(part, name + camel(key))
            if not required and not kind.startswith(("tuple[", "dict[")) and "None" not in kind:
                kind += " | None"
            fields.append(f"    {attribute(key)}: {kind}\n")
            if part.get("description"):
                fields.append(quoted(part["description"], "    "))
        said = schema.get("description", "")
        head = f"class {name}(Record):\n" + (quoted(said, "    ") + "\n" if said else "")
        self.write(name, head + "".join(fields))

    def type_of(self, schema: dict[str, Any], name: str) -> str:
        """The type of a value; `name` is for an object that has none."""
        if "$ref" in schema:
            return self.definition(schema["$ref"].rsplit("/", 1)[-1])
        if "const" in schema:
            return f"Literal[{json.dumps(schema['const'])}]"
        if "enum" in schema:
            return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
        alternatives = schema.get("anyOf") or schema.get("oneOf")
        if alternatives and not is_record(schema):
            return union([self.type_of(part, name) for part in alternatives])
        if isinstance(schema.get("type"), list):
            return union([self.type_of({**schema, "type": kind}, name) for kind in schema["type"]])
        simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        kind = schema.get("type")
        if kind in simple:
            return simple[kind]
        if kind == "array" and "prefixItems" in schema:
            return f"tuple[{', '.join(self.type_of(part, name) for part in schema['prefixItems'])}]"
        if kind == "array":
            return f"tuple[{self.type_of(schema['items'], name)}, ...]"
        if "patternProperties" in schema:
            ((pattern, part),) = schema["patternProperties"].items()
            if pattern != r"^\d+$":
                raise ValueError(f"no type for keys like {pattern}")
            return f"dict[int, {self.type_of(part, name)}]"
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            return f"dict[str, {self.type_of(schema['additionalProperties'], name)}]"
        if is_record(schema):
            self.record(name, schema)
            return name
        raise ValueError(f"{self.command}: no type for {schema}")


def is_record(schema: dict[str, Any]) -> bool:
    """Has it fields, of its own or those of its variants?"""
    variants = schema.get("oneOf", ())
    return "properties" in schema or bool(variants) and all("properties" in variant for variant in variants)


def properties(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any], bool]]:
    """Fields and whether they are always there: what variants have may be missing, unless all have it."""
    required = set(schema.get("required", ()))
    found = {key: (part, key in required) for key, part in schema.get("properties", {}).items()}
    for variant in schema.get("oneOf", ()):
        for key, part in variant["properties"].items():
            always = all(key in other.get("required", ()) for other in schema["oneOf"])
            if key in found and "const" in part:
                values = [*constants(found[key][0]), *constants(part)]
                part = {"enum": values}
            found[key] = (part, always)
    return [(key, part, required) for key, (part, required) in found.items()]


def constants(schema: dict[str, Any]) -> list[str]:
    return [schema["const"]] if "const" in schema else list(schema.get("enum", ()))


def union(kinds: list[str]) -> str:
    """Literals in one; everything else as it is written."""
    literals = [kind for kind in kinds if kind.startswith("Literal[")]
    values = ", ".join(kind.removeprefix("Literal[").removesuffix("]") for kind in literals)
    others = [kind for kind in kinds if kind not in literals]
    return " | ".join(([f"Literal[{values}]"] if values else []) + others)


def camel(key: str) -> str:
    return "".join(word.capitalize() for word in key.split("_"))


def quoted(said: str, indent: str) -> str:
    """A description as a docstring."""
    said = re.sub(r"\[`([\w:]+)`\](\([\w:]+\))?", r"`\1`", said).replace("\n", " ").replace("\\", "\\\\")
    return textwrap.fill(f'"""{said}"""', 116, initial_indent=indent, subsequent_indent=indent) + "\n"


def module(schema: Callable[[str], str | None]) -> str:
    """The whole file, from whoever has the schemas."""
    writer = Writer()
    for command in REPORTS:
        found = schema(command)
        if found is None:
            raise ValueError(f"there is no schema of `{command}`")
        writer.report(command, json.loads(found))
    return HEAD + "".join(f"\n\n{body}" for body in writer.written.values())
