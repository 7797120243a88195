import { escapeHtml } from '../../escaped.ts'
/** `text` is missing if the browser has generated its own keys: only it can decrypt its messages. */
export type ReceivedMessage = { endpoint: string; at: string; topic: string; text?: string }

/** A page with the notifications that devices received, newest first. */
export const listPage = (
  received: readonly ReceivedMessage[],
): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>What devices were told</title>
<style>body{font:16px/1.5 sans-serif;max-width:640px;margin:32px auto;padding:0 16px}li{margin:0 0 12px}
small{color:#555}</style><p>Stands in for a push service on this machine.</p><h1>What devices were told</h1>
<ul>${received.map(line).join('')}</ul>${received.length === 0 ? '<p>Nothing yet.</p>' : ''}</html>`

function line({ at, text, endpoint }: ReceivedMessage): string {
  const message = text === undefined ? undefined : (JSON.parse(text) as { title: string; body: string })
  const html = message
    ? `<b>${escapeHtml(message.title)}</b><br>${escapeHtml(message.body)}`
    : 'Sealed for a browser of its own.'
  return `<li>${html}<br><small>${escapeHtml(at)} · ${escapeHtml(endpoint.slice(-8))}</small></li>`
}

/** Runs in a page before its own scripts: a browser without a push service of its own subscribes here. */
export const browserScript = (prefix: string): string => `{
  const held = 'touchline-stand-in-push'
  const made = (value) => value && {
    endpoint: value.endpoint,
    toJSON: () => value,
    unsubscribe: async () => {
      localStorage.removeItem(held)
      return (await fetch('${prefix}?endpoint=' + encodeURIComponent(value.endpoint), { method: 'DELETE' })).ok
    },
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => made(JSON.parse(localStorage.getItem(held) ?? 'null')) ?? null,
    subscribe: async () => {
      const value = await (await fetch('${prefix}/subscribe', { method: 'POST' })).json()
      localStorage.setItem(held, JSON.stringify(value))
      return made(value)
    },
  })
}
`
