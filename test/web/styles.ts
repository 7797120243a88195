/**
 * jsdom matches an element and its ancestors against every rule of its default style sheet after every change, and a single
 * query by role does so for hundreds of elements. The pages of these tests have no style sheets of their own, so visibility
 * follows from an element's name, a few attributes and inline styles.
 */
const view = document.defaultView!
/** jsdom's own implementation. */
export const originalComputedStyle = view.getComputedStyle.bind(view)

const sheet: Record<string, string> = {
  none: 'area base basefont datalist head link meta noembed noframes param rp script style template title',
  block:
    'html body address blockquote center dialog div figure figcaption footer form header hr legend listing main p plaintext pre ' +
    'search xmp article aside h1 h2 h3 h4 h5 h6 hgroup nav section dir dd dl dt menu ol ul fieldset details summary',
  'inline-block': 'input button marquee',
  contents: 'slot',
  ruby: 'ruby',
  'ruby-text': 'rt',
  'list-item': 'li',
  table: 'table',
  'table-caption': 'caption',
  'table-column-group': 'colgroup',
  'table-column': 'col',
  'table-header-group': 'thead',
  'table-row-group': 'tbody',
  'table-footer-group': 'tfoot',
  'table-row': 'tr',
  'table-cell': 'td th',
}
const displayRules = new Map(
  Object.entries(sheet).flatMap(([display, names]) => names.split(' ').map((name) => [name, display] as const)),
)
function displayOf(element: Element): string {
  const { localName: name } = element
  const isClosed = name === 'dialog' && !element.hasAttribute('open')
  const isHidden = element.hasAttribute('hidden') || (name === 'input' && element.getAttribute('type') === 'hidden')
  return isClosed || isHidden ? 'none' : (displayRules.get(name) ?? 'inline')
}

const writtenStyles = (element: Element) =>
  element.hasAttribute('style') ? (element as Element & ElementCSSInlineStyle).style : undefined
function inherited(element: Element, name: 'visibility' | 'pointerEvents'): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = writtenStyles(at)?.[name]
    if (value && value !== 'inherit') return value
  }
  return undefined
}

class StyleSheetStub {
  readonly element: Element
  constructor(element: Element) {
    this.element = element
  }
  get display() {
    return writtenStyles(this.element)?.display || displayOf(this.element)
  }
  get visibility() {
    return inherited(this.element, 'visibility') ?? 'visible'
  }
  get pointerEvents() {
    return inherited(this.element, 'pointerEvents') ?? 'auto'
  }
  get opacity() {
    return writtenStyles(this.element)?.opacity || '1'
  }
  getPropertyValue(name: string): string {
    return name === 'display' || name === 'visibility'
      ? this[name]
      : originalComputedStyle(this.element).getPropertyValue(name)
  }
}
// Everything else, and pages with style sheets, use jsdom's own implementation.
const styleHandler: ProxyHandler<object> = {
  get(_, name, { element }: StyleSheetStub) {
    const all = originalComputedStyle(element)
    const value: unknown = Reflect.get(all, name)
    return typeof value === 'function' ? value.bind(all) : value
  },
}
Object.setPrototypeOf(StyleSheetStub.prototype, new Proxy({}, styleHandler))

view.getComputedStyle = (element, pseudo) =>
  pseudo || document.styleSheets.length > 0
    ? originalComputedStyle(element, pseudo)
    : (new StyleSheetStub(element) as object as CSSStyleDeclaration)
window.getComputedStyle = view.getComputedStyle
