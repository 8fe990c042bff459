"""Fill in a modal as Discord's client does."""

from typing import Any, cast

from .kinds import CHECKBOX, CHECKBOXES, LABEL, RADIO, ROW, SELECTS, TEXT, TEXT_INPUT, Json, dicts
from .words import UserError


def fill_in(modal: Json, values: Json) -> list[Json]:
    """Return the components of a submission.

    :raises ValueError, LookupError: when Discord's client would not send these values.
    """
    left = dict(values)
    components = [_part(part, left, f"{number}") for number, part in enumerate(dicts(modal["components"]), 1)]
    if left:
        raise LookupError(f"the modal has no field {next(iter(left))}")
    return components


def fields(modal: Json) -> list[tuple[str, Json]]:
    """Return the label and component of each field."""
    found: list[tuple[str, Json]] = []
    for part in dicts(modal["components"]):
        if part["type"] == LABEL:
            found.append((part["label"], part["component"]))
        elif part["type"] == ROW:
            found += [(str(child.get("label")), child) for child in dicts(part["components"])]
    return found


def _part(part: Json, left: Json, number: str) -> Json:
    shell: Json = {"type": part["type"], "id": int(number) * 10}
    if part["type"] == LABEL:
        return {**shell, "component": _field(part["component"], part["label"], left, int(number) * 10 + 1)}
    if part["type"] == ROW:
        children = dicts(part["components"])
        return {**shell, "components": [_field(c, str(c.get("label")), left, shell["id"] + 1) for c in children]}
    if part["type"] == TEXT:
        return shell
    raise ValueError(f"a modal cannot hold a component of type {part['type']}")


def _take(field: Json, label: str, left: Json) -> Any:
    for key in list(left):
        if key == field["custom_id"] or key.casefold().replace("_", " ") == label.casefold():
            return left.pop(key)
    return None


def _field(field: Json, label: str, left: Json, number: int) -> Json:
    given = _take(field, label, left)
    kind = field["type"]
    answer: Json = {"type": kind, "id": number, "custom_id": field["custom_id"]}
    if kind == TEXT_INPUT:
        return {**answer, "value": _text(field, label, given)}
    if kind == CHECKBOX:
        return {**answer, "value": bool(given)}
    if kind == RADIO:
        values = _chosen(field, label, None if given is None else [given], 1)
        return {**answer, "value": values[0] if values else None}
    most = field.get("max_values") or (len(dicts(field.get("options"))) if kind == CHECKBOXES else 1)
    return {**answer, "values": _chosen(field, label, _listed(given), most)}


def _listed(given: Any) -> list[Any] | None:
    return cast("list[Any]", given) if isinstance(given, list) or given is None else [given]


def _text(field: Json, label: str, given: Any) -> str:
    text = str(field.get("value") or "") if given is None else str(given)
    required = field.get("required") is not False
    least, most = field.get("min_length") or int(required), field.get("max_length") or 4000
    if len(text) > most or (len(text) < least and (text or required)):
        raise UserError("valueLength", label, least, most)
    return text


def _chosen(field: Json, label: str, given: list[Any] | None, most: int) -> list[str]:
    """The values of a field; those that the form was opened with where nothing is given."""
    options = dicts(field.get("options"))
    values: list[str] = []
    for one in given or []:
        match = [o["value"] for o in options if str(one) in (o["label"], o["value"])]
        if options and not match:
            raise UserError("valueOfList", label, str(one))
        values.append(match[0] if match else str(one))
    if given is None:
        values = [o["value"] for o in options if o.get("default")] or [v["id"] for v in dicts(field.get("default_values"))]
    required = field.get("required") is not False
    least = field.get("min_values", 1) if field["type"] in (*SELECTS, CHECKBOXES) else int(required)
    if len(values) > most or (len(values) < (least or 0) and (values or required)):
        raise UserError("valueCount", label, least or 0, most)
    return values
