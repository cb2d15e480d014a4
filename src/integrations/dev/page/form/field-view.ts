import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { type ArrayField, type Field, type ObjectField, readField, type UnionField } from '../model/field.js';
import { emptyValue } from '../model/initial-value.js';
import { isJsonObject } from '../model/json.js';
import { withMoved, withProperty, withRenamed } from '../model/json-pointer.js';
import { variantOf } from '../model/variant.js';
import { textOf, type View } from '../parts/html.js';
import { LongText } from '../parts/json-tree.js';
import { Tabs } from '../parts/tabs.js';
import { type FieldProps, type Form, idsOf } from './form.js';
import { SimpleInput } from './simple-inputs.js';

interface KindProps<Kind extends Field> extends FieldProps {
  readonly field: Kind;
}

/** Values that are nested deeper than this are edited as JSON. */
const maxFormDepth = 16;

/** A field of a form, and the fields within it. */
export function FieldView(props: FieldProps): View {
  const field = readField(props.schema, props.form.root);
  const { value } = props;
  if (value === null && field.nullable) return html`<${Labelled} ...${props} field=${field} />`;
  if (props.path.length > maxFormDepth) return asJson(props, field);
  if (isNested(field) && value === undefined) return html`<${AbsentField} ...${props} field=${field} />`;
  switch (field.kind) {
    case 'object':
      return isJsonObject(value) ? html`<${ObjectView} ...${props} field=${field} />` : asJson(props, field);
    case 'array':
      return Array.isArray(value) ? html`<${ArrayView} ...${props} field=${field} />` : asJson(props, field);
    case 'union':
      return html`<${UnionView} ...${props} field=${field} />`;
    default:
      return html`<${Labelled} ...${props} field=${field}><${SimpleInput} ...${props} field=${field} /><//>`;
  }
}

/** A value of another type than the schema's, which the form cannot show, is edited as JSON. */
function asJson(props: FieldProps, { nullable, hint }: Field): View {
  const field: Field = { kind: 'json', nullable, hint };
  return html`<${Labelled} ...${props} field=${field}><${SimpleInput} ...${props} field=${field} /><//>`;
}

function isNested({ kind }: Field): boolean {
  return kind === 'object' || kind === 'array' || kind === 'union';
}

interface LabelledProps extends KindProps<Field> {
  readonly children?: unknown;
}

/** The label, the description and the messages of a field for a single value. */
function Labelled(props: LabelledProps): View {
  const { field, label, required, onRemove, value, children } = props;
  const { id } = idsOf(props);
  return html`
    <div class="field">
      <div class="field-head">
        ${value === null && field.nullable ? html`<span class="code">${label}</span>` : html`<label class="code" for=${id}>${label}</label>`}
        <span class="quiet">${field.hint}${required ? ', required' : ''}</span>
        <${NullBox} ...${props} />
        ${onRemove && html`<button type="button" class="small" onClick=${onRemove}>Remove ${label}</button>`}
      </div>
      <${FieldTexts} ...${props} />
      ${children}
      <${Messages} ...${props} />
    </div>`;
}

function NullBox({ form, path, schema, label, field, value }: KindProps<Field>): View {
  if (!field.nullable) return null;
  const isNull = value === null;
  const toggle = (): void => form.set(path, isNull ? emptyValue(schema, form.root) : null);
  return html`
    <label class="null"><input type="checkbox" checked=${isNull} aria-label=${`${label} is null`} onChange=${toggle} /> null</label>`;
}

function FieldTexts(props: KindProps<Field>): View {
  const { title, description } = props.field;
  const text = [title === props.label ? undefined : title, description].filter(Boolean).join(': ');
  return html`<p class="description" id=${`${idsOf(props).id}-text`}><${LongText} text=${text} /></p>`;
}

function Messages(props: Pick<FieldProps, 'form' | 'path'>): View {
  const { id, messages } = idsOf(props);
  return html`<p class="issue" id=${`${id}-issue`}>${messages.join(' ')}</p>`;
}

interface GroupProps extends KindProps<Field> {
  readonly children?: unknown;
  /** Whether a field within the group has the same path, and with it the description and the messages. */
  readonly isWrapper?: boolean;
}

/** The frame of a field with fields in it. */
function Group(props: GroupProps): View {
  const { form, path, field, label, required, onRemove, isWrapper = false, children } = props;
  const { id, describedBy } = idsOf(props);
  const remove = onRemove ?? (required || path.length === 0 ? undefined : () => form.set(path, undefined));
  if (path.length === 0 && !isWrapper) return html`<div class="fields">${children}</div>`;
  return html`
    <fieldset class="group" tabindex="-1" id=${isWrapper ? undefined : id} aria-describedby=${isWrapper ? undefined : describedBy}>
      <legend class="code">${label}</legend>
      <div class="field-head">
        <span class="quiet">${field.hint}${required ? ', required' : ''}</span>
        <${NullBox} ...${props} />
        ${remove && html`<button type="button" class="small" onClick=${remove}>Remove ${label}</button>`}
      </div>
      ${!isWrapper && html`<${FieldTexts} ...${props} />`}
      ${children}
      ${!isWrapper && html`<${Messages} ...${props} />`}
    </fieldset>`;
}

/** A nested field without a value. Its fields are created when a user adds it, so that schemas may contain themselves. */
function AbsentField(props: KindProps<Field>): View {
  const { form, path, schema, label, required, field } = props;
  const { id, describedBy } = idsOf(props);
  return html`
    <div class="field">
      <div class="field-head">
        <span class="code">${label}</span>
        <span class="quiet">${field.hint}${required ? ', required' : ''}</span>
        <${NullBox} ...${props} />
        <button type="button" class="small" id=${id} aria-describedby=${describedBy}
          onClick=${() => form.set(path, emptyValue(schema, form.root))}>Add ${label}</button>
      </div>
      <${FieldTexts} ...${props} />
      <${Messages} ...${props} />
    </div>`;
}

/** How many properties of an object are shown at once. */
const pageSize = 100;

function ObjectView(props: KindProps<ObjectField>): View {
  const { form, path, field, value } = props;
  const object = isJsonObject(value) ? value : {};
  const known = new Set(field.properties.map(({ name }) => name));
  const others = Object.keys(object).filter((name) => !known.has(name));
  const [shown, setShown] = useState(pageSize);
  const omitted = Math.max(field.properties.length, others.length) - shown;
  return html`
    <${Group} ...${props}>
      ${field.properties.slice(0, shown).map(
        ({ name, schema, required }) => html`
          <${FieldView} key=${name} form=${form} path=${[...path, name]} label=${name} schema=${schema}
            required=${required} value=${Object.hasOwn(object, name) ? object[name] : undefined} />`,
      )}
      ${others
        .slice(0, shown)
        .map(
          (name) =>
            html`<${Entry} key=${`+${name}`} form=${form} path=${path} object=${object} name=${name} schema=${field.additional ?? true} />`,
        )}
      ${omitted > 0 && html`<p><button type="button" onClick=${() => setShown(shown + pageSize)}>Show more of ${omitted}</button></p>`}
      ${field.additional !== undefined && html`<${AddEntry} ...${props} names=${Object.keys(object)} />`}
    <//>`;
}

interface EntryProps {
  readonly form: Form;
  readonly path: FieldProps['path'];
  readonly object: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly schema: unknown;
}

/** A property that the schema does not name. */
function Entry({ form, path, object, name, schema }: EntryProps): View {
  const rename = (event: Event): void => {
    const next = textOf(event);
    if (next !== name && next !== '') form.set(path, withRenamed(object, name, next));
  };
  return html`
    <div class="entry">
      <input type="text" class="code" aria-label=${`Name of ${name}`} value=${name} onChange=${rename} />
      <${FieldView} form=${form} path=${[...path, name]} label=${name} schema=${schema} required=${true}
        value=${object[name]} onRemove=${() => form.set([...path, name], undefined)} />
    </div>`;
}

function AddEntry(props: KindProps<ObjectField> & { readonly names: readonly string[] }): View {
  const { form, path, field, value, names } = props;
  const [name, setName] = useState('');
  const isUsed = name === '' || names.includes(name);
  const add = (): void => {
    form.set(path, withProperty(value, name, emptyValue(field.additional, form.root)));
    setName('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isUsed) add();
  };
  return html`
    <div class="row">
      <input type="text" aria-label=${`New property of ${props.label}`} placeholder="name" value=${name}
        onInput=${(event: Event) => setName(textOf(event))} onKeyDown=${onKeyDown} />
      <button type="button" disabled=${isUsed} onClick=${add}>Add property</button>
    </div>`;
}

/** Lists longer than this are edited as JSON. */
const maxItems = 200;

function ArrayView(props: KindProps<ArrayField>): View {
  const { form, path, field, label, value } = props;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  if (items.length > maxItems) return asJson(props, field);
  const schemaOf = (index: number): unknown => field.prefix[index] ?? field.items ?? true;
  const add = (): void => form.set(path, [...items, emptyValue(schemaOf(items.length), form.root)]);
  return html`
    <${Group} ...${props}>
      <ol class="items">
        ${items.map(
          (item, index) => html`
            <li key=${index} class="item">
              <${FieldView} form=${form} path=${[...path, index]} label=${`${label} ${index + 1}`} schema=${schemaOf(index)}
                required=${true} value=${item} onRemove=${() =>
                  form.set(
                    path,
                    items.filter((_, other) => other !== index),
                  )} />
              <${Movers} label=${`${label} ${index + 1}`} index=${index} count=${items.length}
                onMove=${(to: number) => form.set(path, withMoved(items, index, to))} />
            </li>`,
        )}
      </ol>
      <button type="button" onClick=${add}>Add item to ${label}</button>
    <//>`;
}

interface MoversProps {
  readonly label: string;
  readonly index: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
}

function Movers({ label, index, count, onMove }: MoversProps): View {
  if (count < 2) return null;
  return html`
    <span class="movers">
      <button type="button" class="small" aria-label=${`Move ${label} up`} disabled=${index === 0} onClick=${() => onMove(index - 1)}>↑</button>
      <button type="button" class="small" aria-label=${`Move ${label} down`} disabled=${index === count - 1} onClick=${() => onMove(index + 1)}>↓</button>
    </span>`;
}

function UnionView(props: KindProps<UnionField>): View {
  const { form, path, field, label, value } = props;
  const [chosen, setChosen] = useState(0);
  const current = variantOf(field, value, { root: form.root, current: chosen });
  const variant = field.variants[current];
  const choose = (index: number): void => {
    setChosen(index);
    form.set(path, emptyValue(field.variants[index]?.schema, form.root));
  };
  return html`
    <${Group} ...${props} isWrapper=${true}>
      <p class="description">${field.description}</p>
      <${Tabs} label=${`Variants of ${label}`} prefix=${`${idsOf(props).id}-variant`} selected=${current} onSelect=${choose}
        tabs=${field.variants.map(({ label: text }, index) => ({ id: index, label: text }))}>
        <${FieldView} key=${current} form=${form} path=${path} label=${label} schema=${variant?.schema} required=${true} value=${value} />
      <//>
    <//>`;
}
