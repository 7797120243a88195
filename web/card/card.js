/**
 * Runs in the frame in which a card is typed, which has an origin of its own: the provider's script has no access to the storage, cookies
 * and pages of the web. The web says once which script and which club's key to use, and passes a port on which it receives a token that
 * can be charged once.
 */
let port
addEventListener('message', ({ source, data, ports }) => {
  if (port || source !== parent || ports.length !== 1) return
  port = ports[0]
  const script = document.createElement('script')
  // The policy of this page allows scripts of the provider only.
  script.src = data.script
  script.addEventListener('load', () => show(data))
  script.addEventListener('error', () => port.postMessage({ is: 'away' }))
  document.head.append(script)
})

function show({ script, publicKey }) {
  const fields = new Tokenizer({
    url: new URL(script).origin,
    apikey: publicKey,
    container: '#fields',
    settings: { payment: { types: ['card'] } },
    submission: ({ status, token }) => port.postMessage({ is: 'typed', ...(status === 'success' && { token }) }),
  })
  port.addEventListener('message', () => fields.submit())
  port.start()
  const tell = () => port.postMessage({ is: 'tall', height: document.documentElement.offsetHeight })
  new ResizeObserver(tell).observe(document.documentElement)
  port.postMessage({ is: 'ready' })
}
