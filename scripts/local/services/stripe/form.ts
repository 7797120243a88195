/** The contents of a Stripe form: strings, nested by `a[b][0][c]`. */
export type Form = { [name: string]: FormValue | undefined }
export type FormValue = string | Form | FormValue[]

/** Parses a form in the SDK's format, `line_items[0][quantity]=1`, into objects and lists. */
export function readForm(text: string): Form {
  const form: Form = Object.create(null) as Form
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    let parent = form
    for (const step of path.slice(0, -1)) {
      const child = parent[step]
      parent = typeof child === 'object' ? (child as Form) : (parent[step] = Object.create(null) as Form)
    }
    parent[path.at(-1) ?? ''] = value
  }
  return withLists(form) as Form
}

/** Turns objects with the keys 0, 1, 2 … into lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, child]) => [name, withLists(child ?? '')] as const)
  const isList = entries.length > 0 && entries.every(([name], i) => name === String(i))
  return isList ? entries.map(([, child]) => child) : (Object.fromEntries(entries) as Form)
}

export const textIn = (form: Form, name: string): string | undefined => {
  const value = form[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
export const formIn = (form: Form, name: string): Form => {
  const value = form[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}
export const formsIn = (form: Form, name: string): Form[] => {
  const value = form[name]
  return Array.isArray(value)
    ? value.filter((each): each is Form => typeof each === 'object' && !Array.isArray(each))
    : []
}
export const numberIn = (form: Form, name: string): number | undefined => {
  const text = textIn(form, name)
  return text === undefined ? undefined : Number(text)
}
/** Metadata: strings by name. */
export const textsIn = (form: Form, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(formIn(form, name)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
