import { expect, test } from 'vitest'
import { originalComputedStyle } from './styles.ts'

/** One of each kind of element, shown and hidden. */
const names =
  'a area article button col datalist details dialog div fieldset form h1 h2 i img input label legend li link main meter nav ' +
  'noscript ol optgroup option output p progress rt section select slot span style summary svg table tbody td template textarea ' +
  'tfoot th thead title tr ul video'

test('the faster getComputedStyle agrees with jsdom’s', () => {
  const both = names.split(' ').flatMap((name) => [`<${name}>`, `<${name} hidden>`])
  const more = [
    '<dialog open>',
    '<input type="hidden">',
    '<p style="display: flex; opacity: 0">',
    '<b style="visibility: hidden">',
  ]
  for (const start of [...both, ...more]) {
    const element = Object.assign(document.createElement('template'), { innerHTML: start }).content.firstElementChild
    const shown = element ?? document.createElement(/\w+/.exec(start)?.[0] ?? '')
    if (!element && start.includes('hidden')) shown.setAttribute('hidden', '')
    document.body.replaceChildren(shown)
    const of = ({ display, visibility, opacity, color, pointerEvents }: CSSStyleDeclaration) => ({
      display,
      // Collapsed table rows count as hidden.
      isHidden: visibility === 'hidden',
      opacity,
      color,
      pointerEvents,
    })
    expect({ start, ...of(getComputedStyle(shown)) }).toEqual({ start, ...of(originalComputedStyle(shown)) })
  }
  document.body.innerHTML = '<p style="visibility: hidden"><i><b>unseen</b></i></p>'
  expect(getComputedStyle(document.querySelector('b')!).visibility).toBe('hidden')
  document.body.replaceChildren()
})
