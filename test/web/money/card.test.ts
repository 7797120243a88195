import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'

type OfJsdom = { JSDOM: new (html: string, options: object) => { window: Window & typeof globalThis } }
// jsdom has no type declarations.
const { JSDOM } = await vi.importActual<OfJsdom>('jsdom')
const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../web/card', name), 'utf8')

/** Loads the page of `web/card` in a window of its own, with a mock of the provider's script once it has loaded. */
function page() {
  const { window } = new JSDOM(read('index.html'), { runScripts: 'outside-only', url: 'https://cards.example/' })
  const made: Record<string, unknown>[] = []
  const submitted = vi.fn<() => void>()
  Object.assign(window, {
    ResizeObserver: class {
      readonly tell: () => void
      constructor(tell: () => void) {
        this.tell = tell
      }
      observe() {
        this.tell()
      }
    },
    Tokenizer: class {
      constructor(asked: Record<string, unknown>) {
        made.push(asked)
      }
      submit = submitted
    },
  })
  window.eval(read('card.js'))
  const say = (
    source: unknown,
    ports: unknown[],
    data: unknown = { publicKey: 'pub_1', script: 'https://pay.example/t.js' },
  ) => window.dispatchEvent(Object.assign(new window.Event('message'), { source, ports, data }))
  return { window, made, submitted, say, scripts: () => [...window.document.head.querySelectorAll('script')].slice(1) }
}

/** One port of a message channel, and what is received on the other. */
function newLine() {
  const said: unknown[] = []
  const heard: ((event: object) => void)[] = []
  const line = {
    postMessage: (message: unknown) => void said.push(message),
    addEventListener: (_: string, hear: (event: object) => void) => void heard.push(hear),
    start: () => undefined,
  }
  return { line, said, submit: () => heard.forEach((hear) => hear({ data: 'submit' })) }
}

it('listens once, and only to the page that embeds it', () => {
  const { window, say, scripts } = page()
  const { line } = newLine()
  say({}, [line])
  say(window.parent, [])
  expect(scripts()).toEqual([])
  say(window.parent, [line])
  say(window.parent, [newLine().line], { publicKey: 'pub_2', script: 'https://other.example/t.js' })
  expect(scripts().map(({ src }) => src)).toEqual(['https://pay.example/t.js'])
})

it('shows the provider’s fields, and posts its height and a token or an error', () => {
  const { window, made, submitted, say, scripts } = page()
  const { line, said, submit } = newLine()
  say(window.parent, [line])
  scripts()[0]?.dispatchEvent(new window.Event('load'))
  expect(made).toEqual([expect.objectContaining({ url: 'https://pay.example', apikey: 'pub_1', container: '#fields' })])
  expect(said.splice(0)).toEqual([{ is: 'tall', height: 0 }, { is: 'ready' }])
  submit()
  expect(submitted).toHaveBeenCalledOnce()
  const { submission } = made[0] as { submission: (typed: object) => void }
  submission({ status: 'validation', invalid: ['cc'] })
  submission({ status: 'success', token: 'tok-1', user: { first_name: 'Ann' } })
  expect(said).toEqual([{ is: 'typed' }, { is: 'typed', token: 'tok-1' }])
})

it('reports that the provider’s script failed to load', () => {
  const { window, say, scripts } = page()
  const { line, said } = newLine()
  say(window.parent, [line])
  scripts()[0]?.dispatchEvent(new window.Event('error'))
  expect(said).toEqual([{ is: 'away' }])
})
