"""The limits of components, in messages and in modals."""

from collections import Counter
from typing import Any

from .errors import FormErrors
from .kinds import (
    BUTTON,
    CHECKBOX,
    CHECKBOXES,
    CONTAINER,
    FILE,
    GALLERY,
    LABEL,
    RADIO,
    ROW,
    SECTION,
    SELECT,
    SELECTS,
    SEPARATOR,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
    UPLOAD,
    Json,
    dicts,
    mapping,
    walk,
)

IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
AT_TOP = (*IN_CONTAINER, CONTAINER)
IN_LABEL = (TEXT_INPUT, *SELECTS, UPLOAD, RADIO, CHECKBOXES, CHECKBOX)


def check_components(form: FormErrors, components: Any, path: str, *, v2: bool) -> None:
    """Note mistakes in the components of a message."""
    if components is None:
        return
    parts = walk(components)
    _check_unique(form, parts, path)
    for index, component in enumerate(dicts(components)):
        place = f"{path}.{index}"
        if component.get("type") not in (AT_TOP if v2 else (ROW,)):
            _type_error(form, place, component)
        else:
            _check_one(form, component, place)


def check_modal(form: FormErrors, data: Json, path: str = "data") -> None:
    """Note mistakes in a modal, as callback 9 opens it."""
    if form.check_given(f"{path}.title", data.get("title")):
        form.check_length(f"{path}.title", data["title"], 45, 1)
    if form.check_given(f"{path}.custom_id", data.get("custom_id")):
        form.check_length(f"{path}.custom_id", data["custom_id"], 100, 1)
    components = dicts(data.get("components"))
    form.check_count(f"{path}.components", len(components), 5, 1)
    _check_unique(form, walk(components), f"{path}.components")
    for index, component in enumerate(components):
        place, kind = f"{path}.components.{index}", component.get("type")
        if kind == LABEL:
            _check_label(form, component, place)
        elif kind == TEXT:
            form.check_length(f"{place}.content", component.get("content"), 4000, 1)
        elif kind == ROW and [c.get("type") for c in dicts(component.get("components"))] == [TEXT_INPUT]:
            _check_field(form, component["components"][0], f"{place}.components.0")
        else:
            _type_error(form, place, component)


def _check_unique(form: FormErrors, parts: list[Json], path: str) -> None:
    for key in ("custom_id", "id"):
        counts = Counter(str(part[key]) for part in parts if part.get(key))
        for value, count in counts.items():
            if count > 1:
                form.add(path, f"COMPONENT_{key.upper()}_DUPLICATED", f"Component {key} cannot be duplicated: {value}")


def _type_error(form: FormErrors, place: str, component: Json) -> None:
    form.add(f"{place}.type", "UNION_TYPE_CHOICES", f"Component type {component.get('type')} is not allowed here")


def _check_one(form: FormErrors, component: Json, place: str) -> None:
    kind = component.get("type")
    if kind == ROW:
        _check_row(form, component, place)
    elif kind == CONTAINER:
        children = dicts(component.get("components"))
        form.check_count(f"{place}.components", len(children), 40, 1)
        for index, child in enumerate(children):
            if child.get("type") in IN_CONTAINER:
                _check_one(form, child, f"{place}.components.{index}")
            else:
                _type_error(form, f"{place}.components.{index}", child)
    elif kind == SECTION:
        _check_section(form, component, place)
    elif kind == TEXT:
        if form.check_given(f"{place}.content", component.get("content")):
            form.check_length(f"{place}.content", component["content"], 4000, 1)
    elif kind == GALLERY:
        items = dicts(component.get("items"))
        form.check_count(f"{place}.items", len(items), 10, 1)
        for index, item in enumerate(items):
            _check_media(form, item, "media", f"{place}.items.{index}")
    elif kind == FILE:
        _check_media(form, component, "file", place)
        if not str(mapping(component.get("file")).get("url")).startswith("attachment://"):
            form.add(f"{place}.file.url", "URL_TYPE_INVALID_SCHEME", "only attachment://name")


def _check_media(form: FormErrors, item: Json, key: str, place: str) -> None:
    url = str(mapping(item.get(key)).get("url") or "")
    if form.check_given(f"{place}.{key}.url", url) and not url.startswith(("attachment://", "http://", "https://")):
        form.add(f"{place}.{key}.url", "URL_TYPE_INVALID_SCHEME", "Scheme must be one of http, https, attachment")
    form.check_length(f"{place}.description", item.get("description"), 1024, 1)


def _check_section(form: FormErrors, component: Json, place: str) -> None:
    children = dicts(component.get("components"))
    form.check_count(f"{place}.components", len(children), 3, 1)
    for index, child in enumerate(children):
        if child.get("type") == TEXT:
            _check_one(form, child, f"{place}.components.{index}")
        else:
            _type_error(form, f"{place}.components.{index}", child)
    accessory: Json = component.get("accessory") or {}
    if accessory.get("type") == BUTTON:
        _check_button(form, accessory, f"{place}.accessory")
    elif accessory.get("type") == THUMBNAIL:
        _check_media(form, accessory, "media", f"{place}.accessory")
    else:
        _type_error(form, f"{place}.accessory", accessory)


def _check_row(form: FormErrors, row: Json, place: str) -> None:
    children = dicts(row.get("components"))
    kinds = [child.get("type") for child in children]
    form.check_count(f"{place}.components", len(children), 5, 1)
    if any(kind in SELECTS for kind in kinds) and len(kinds) > 1:
        form.add(f"{place}.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select is alone in its row")
    for index, child in enumerate(children):
        spot = f"{place}.components.{index}"
        if child.get("type") == BUTTON:
            _check_button(form, child, spot)
        elif child.get("type") in SELECTS:
            _check_select(form, child, spot)
        else:
            _type_error(form, spot, child)


def _check_button(form: FormErrors, button: Json, place: str) -> None:
    style, label, emoji = button.get("style"), button.get("label"), button.get("emoji")
    custom_id, url, sku = button.get("custom_id"), button.get("url"), button.get("sku_id")
    form.check_length(f"{place}.label", label, 80)
    form.check_length(f"{place}.custom_id", custom_id, 100, 1)
    form.check_length(f"{place}.url", url, 512, 1)
    if style not in range(1, 7):
        form.add(f"{place}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    if style == 5:
        fits = bool(url) and not custom_id and not sku
    elif style == 6:
        fits = bool(sku) and not (custom_id or url or label or emoji)
    else:
        fits = bool(custom_id) and not url and not sku
    if not fits:
        form.add(place, "BUTTON_COMPONENT_INVALID", "custom_id, url and sku_id do not fit the style")
    if style != 6 and not label and not emoji:
        form.add(place, "BUTTON_COMPONENT_INVALID_EMOJI_OR_LABEL", "A button needs a label or an emoji")


def _check_select(form: FormErrors, select: Json, place: str) -> None:
    if form.check_given(f"{place}.custom_id", select.get("custom_id")):
        form.check_length(f"{place}.custom_id", select["custom_id"], 100, 1)
    form.check_length(f"{place}.placeholder", select.get("placeholder"), 150)
    if select.get("type") == SELECT:
        _check_options(form, select, place, most=25, least=1)
    _check_choice(form, select, place)


def _check_options(form: FormErrors, component: Json, place: str, *, most: int, least: int) -> None:
    options = dicts(component.get("options"))
    form.check_count(f"{place}.options", len(options), most, least)
    values: set[str] = set()
    for index, option in enumerate(options):
        spot = f"{place}.options.{index}"
        for key in ("label", "value"):
            if form.check_given(f"{spot}.{key}", option.get(key)):
                form.check_length(f"{spot}.{key}", option[key], 100, 1)
        form.check_length(f"{spot}.description", option.get("description"), 100)
        if option.get("value") in values:
            form.add(f"{spot}.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The value is already used")
        values.add(str(option.get("value")))
    preset = sum(bool(option.get("default")) for option in options)
    limit = component.get("max_values")
    if preset > (limit if isinstance(limit, int) else len(options) if component.get("type") == CHECKBOXES else 1):
        form.add(f"{place}.options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More options are preset than may be chosen")


def _check_choice(form: FormErrors, component: Json, place: str) -> None:
    """Check the numbers of values that may be chosen."""
    count = len(dicts(component.get("options")))
    default = count if component.get("type") == CHECKBOXES else 1
    least, most = component.get("min_values"), component.get("max_values")
    least = 1 if least is None else least
    most = default if most is None else most
    ceiling = 10 if component.get("type") == UPLOAD else 25
    if not 0 <= least <= most or not 1 <= most <= (count or ceiling):
        form.add(f"{place}.max_values", "BASE_TYPE_CHOICES", "min_values and max_values do not fit the options")
    preset = len(dicts(component.get("default_values")))
    if preset and not least <= preset <= most:
        form.add(f"{place}.default_values", "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def _check_label(form: FormErrors, label: Json, place: str) -> None:
    if form.check_given(f"{place}.label", label.get("label")):
        form.check_length(f"{place}.label", label["label"], 45, 1)
    form.check_length(f"{place}.description", label.get("description"), 100)
    child: Json = label.get("component") or {}
    if child.get("label") is not None:
        form.add(f"{place}.component.label", "COMPONENT_LABEL_DEPRECATED", "A component in a Label has no label of its own")
    if child.get("type") in IN_LABEL:
        _check_field(form, child, f"{place}.component")
    else:
        _type_error(form, f"{place}.component", child)


def _check_field(form: FormErrors, field: Json, place: str) -> None:
    kind = field.get("type")
    if field.get("disabled"):
        form.add(f"{place}.disabled", "COMPONENT_DISABLED_IN_MODAL", "Components of a modal cannot be disabled")
    if form.check_given(f"{place}.custom_id", field.get("custom_id")):
        form.check_length(f"{place}.custom_id", field["custom_id"], 100, 1)
    if kind == TEXT_INPUT:
        _check_text_input(form, field, place)
    elif kind in SELECTS:
        _check_select(form, field, place)
    elif kind == RADIO:
        _check_options(form, field, place, most=10, least=2)
    elif kind in (CHECKBOXES, UPLOAD):
        if kind == CHECKBOXES:
            _check_options(form, field, place, most=10, least=1)
        _check_choice(form, field, place)
    counted = kind in (*SELECTS, UPLOAD, CHECKBOXES)
    if counted and field.get("min_values") == 0 and field.get("required") is not False:
        form.add(f"{place}.min_values", "COMPONENT_REQUIRED_MIN_VALUES", "min_values 0 needs required false")


def _check_text_input(form: FormErrors, field: Json, place: str) -> None:
    form.check_length(f"{place}.placeholder", field.get("placeholder"), 100)
    form.check_length(f"{place}.value", field.get("value"), 4000)
    form.check_length(f"{place}.label", field.get("label"), 45)
    least, most = field.get("min_length") or 0, field.get("max_length")
    most = 4000 if most is None else most
    if not 0 <= least <= most or not 1 <= most <= 4000:
        form.add(f"{place}.max_length", "NUMBER_TYPE_MAX", "min_length <= max_length <= 4000")
    if field.get("style") not in (1, 2):
        form.add(f"{place}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
