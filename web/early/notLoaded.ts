/**
 * What stands there when the app's own script has not come: so that nobody looks at a picture, or at an outline, that nothing will come
 * of. A link, since the policy of the site lets no handler be written in markup.
 */
export function showNotLoaded(root: HTMLElement, bar: Element | null): void {
  const isSpanish = navigator.languages.find((locale) => /^(en|es)\b/.test(locale))?.startsWith('es')
  const [title, again] = isSpanish
    ? ['No se pudo cargar Touchline.', 'Volver a cargar']
    : ['Touchline could not be loaded.', 'Load again']
  const main = document.createElement('main')
  main.className = 'outline'
  main.lang = isSpanish ? 'es' : 'en'
  main.innerHTML = `<p role="alert">${title}</p><p><a href="">${again}</a></p>`
  root.replaceChildren(...(bar ? [bar] : []), main)
  root.inert = false
  document.adoptedStyleSheets = []
}
