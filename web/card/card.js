/**
 * Runs in the frame in which a card is typed, at an address of its own: what the provider's script does here it does without
 * the rights of the web, whose storage, cookies and pages are another address's. The web says which script and which club's
 * key, once, with a line on which it hears what was typed: a token that is charged once.
 */
let line
addEventListener('message', ({ source, data, ports }) => {
  if (line || source !== parent || ports.length !== 1) return
  line = ports[0]
  const script = document.createElement('script')
  // From elsewhere than the provider the policy of this page lets none run.
  script.src = data.script
  script.addEventListener('load', () => show(data))
  script.addEventListener('error', () => line.postMessage({ is: 'away' }))
  document.head.append(script)
})

function show({ script, publicKey }) {
  const fields = new Tokenizer({
    url: new URL(script).origin,
    apikey: publicKey,
    container: '#fields',
    settings: { payment: { types: ['card'] } },
    submission: ({ status, token }) => line.postMessage({ is: 'typed', ...(status === 'success' && { token }) }),
  })
  line.addEventListener('message', () => fields.submit())
  line.start()
  const tell = () => line.postMessage({ is: 'tall', height: document.documentElement.offsetHeight })
  new ResizeObserver(tell).observe(document.documentElement)
  line.postMessage({ is: 'ready' })
}
