/**
 * Shown if the app's script fails to load, in place of a snapshot or outline that would stay forever. Offers a link to reload,
 * since the content security policy forbids inline handlers.
 */
export function showNotLoaded(root: HTMLElement, bar: Element | null): void {
  const isSpanish = navigator.languages.find((locale) => /^(en|es)\b/.test(locale))?.startsWith('es')
  const [title, reloadText] = isSpanish
    ? ['No se pudo cargar Touchline.', 'Volver a cargar']
    : ['Touchline could not be loaded.', 'Load again']
  const main = document.createElement('main')
  main.className = 'outline'
  main.lang = isSpanish ? 'es' : 'en'
  main.innerHTML = `<p role="alert">${title}</p><p><a href="">${reloadText}</a></p>`
  root.replaceChildren(...(bar ? [bar] : []), main)
  root.inert = false
  document.adoptedStyleSheets = []
}
