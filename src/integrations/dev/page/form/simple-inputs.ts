import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import type { EnumField, Field, TextField } from '../model/field.js';
import { formatCount, fromLocalInput, toLocalInput } from '../model/format.js';
import { isSameJson, writeJson } from '../model/json.js';
import { textOf, type View } from '../parts/html.js';
import { JsonInput, numberText, useText } from '../parts/text-input.js';
import { type FieldProps, idsOf } from './form.js';

interface InputProps<Kind extends Field = Field> extends FieldProps {
  readonly field: Kind;
}

/** The input of a field for a single value. */
export function SimpleInput(props: InputProps): View {
  const { field } = props;
  switch (field.kind) {
    case 'text':
      return field.input === 'file' ? html`<${FileInput} ...${props} />` : html`<${TextInput} ...${props} />`;
    case 'number':
      return html`<${NumberInput} ...${props} />`;
    case 'boolean':
      return html`<${Choice} ...${props} options=${booleans} />`;
    case 'enum':
      if (field.options.length > maxOptions) return html`<${AnyInput} ...${props} />`;
      return html`<${Choice} ...${props} options=${field.options} />`;
    case 'const':
      return html`<${Choice} ...${props} options=${[{ label: String(field.value), value: field.value }]} />`;
    case 'null':
      return html`<${Choice} ...${props} options=${[{ label: 'null', value: null }]} />`;
    default:
      return html`<${AnyInput} ...${props} />`;
  }
}

/** A value among more options than this is entered as JSON. */
const maxOptions = 1_000;

function AnyInput(props: FieldProps): View {
  const { id, describedBy } = idsOf(props);
  const { form, path, value } = props;
  return html`<${JsonInput} id=${id} describedBy=${describedBy} value=${value}
    onChange=${(next: unknown) => form.set(path, next)} />`;
}

const booleans: EnumField['options'] = [
  { label: 'true', value: true },
  { label: 'false', value: false },
];

function attributesOf(props: FieldProps): Readonly<Record<string, unknown>> {
  const { id, describedBy, messages } = idsOf(props);
  return {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': messages.length > 0,
    'aria-required': props.required,
  };
}

function TextInput(props: InputProps<TextField>): View {
  const { form, path, value, required, field } = props;
  const text = typeof value === 'string' ? value : value === undefined ? '' : writeJson(value);
  const set = (next: string): void => form.set(path, next === '' && !required ? undefined : next);
  const onInput = (event: Event): void => set(textOf(event));
  const attributes = attributesOf(props);
  if (field.input === 'date') return html`<input type="date" ...${attributes} value=${text} onInput=${onInput} />`;
  if (field.input === 'date-time' && (text === '' || toLocalInput(text) !== '')) {
    return html`<input type="datetime-local" step="1" ...${attributes} value=${toLocalInput(text)}
      onInput=${(event: Event) => set(fromLocalInput(textOf(event)))} />`;
  }
  return field.input === 'lines'
    ? html`<textarea rows="1" ...${attributes} value=${text} onInput=${onInput}></textarea>`
    : html`<input type="text" ...${attributes} value=${text} onInput=${onInput} />`;
}

function NumberInput(props: InputProps): View {
  const { form, path, value } = props;
  const { text, onInput } = useText(value, numberText, (next) => form.set(path, next));
  return html`<input type="text" inputmode="decimal" ...${attributesOf(props)} value=${text} onInput=${onInput} />`;
}

interface ChoiceProps extends InputProps {
  readonly options: EnumField['options'];
}

function Choice(props: ChoiceProps): View {
  const { form, path, value, options } = props;
  const selected = options.findIndex((option) => isSameJson(option.value, value));
  const onChange = (event: Event): void => {
    const text = textOf(event);
    form.set(path, text === '' ? undefined : options[Number(text)]?.value);
  };
  return html`
    <select ...${attributesOf(props)} value=${selected === -1 ? '' : String(selected)} onChange=${onChange}>
      <option value="">${value === undefined || selected !== -1 ? '(not set)' : writeJson(value)}</option>
      ${options.map(({ label }, index) => html`<option key=${index} value=${String(index)}>${label}</option>`)}
    </select>`;
}

function FileInput(props: InputProps<TextField>): View {
  const { form, path, value, label, field } = props;
  const [name, setName] = useState('');
  const [isOver, setOver] = useState(false);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setName(file.name);
    form.set(path, await readBase64(file));
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer?.files[0]);
  };
  const onDragOver = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const hasFile = typeof value === 'string' && value !== '';
  return html`
    <div class=${isOver ? 'drop over' : 'drop'} onDragOver=${onDragOver} onDragLeave=${() => setOver(false)} onDrop=${onDrop}>
      <input type="file" ...${attributesOf(props)} aria-label=${label} accept=${field.mediaType}
        onChange=${(event: Event) => void read(fileOf(event))} />
      <span class="quiet">${hasFile ? `${name} ${sizeOf(value)}` : 'or drop a file here'}</span>
      ${hasFile && html`<button type="button" onClick=${() => form.set(path, undefined)}>Clear ${label}</button>`}
    </div>`;
}

function fileOf({ currentTarget: input }: Event): File | undefined {
  return input instanceof HTMLInputElement ? input.files?.[0] : undefined;
}

function sizeOf(base64: string): string {
  const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
  return `(${formatCount(bytes)} bytes)`;
}

async function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.readAsDataURL(file);
  });
}
