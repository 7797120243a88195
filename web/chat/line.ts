import Line from 'partysocket/ws'
import { type ChatNews, isChatNews, typingEvery } from '#shared/rules/chatLive.ts'
import { callApi } from '../api.ts'

/** How often to ping, in milliseconds: the gateway closes a WebSocket after ten idle minutes. */
const pingEvery = 5 * 60_000

type Hear = (news: ChatNews | 'opened') => void
const listeners = new Set<Hear>()
let line: Line | undefined
let pinging: ReturnType<typeof setInterval> | undefined

/** The WebSocket's address: every connection needs a fresh ticket. */
async function address(): Promise<string> {
  const { ticket } = await callApi('POST /rest-api/chat/ticket', {}, { handles: ['failures', 'not_allowed'] })
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/live?ticket=${ticket}`
}

const tell = (news: ChatNews | 'opened') => listeners.forEach((hear) => hear(news))
const again = () => line?.reconnect()

function open(): void {
  // Reconnects after one to five seconds, then with growing delays up to ten, so that not all devices reconnect at once.
  line = new Line(address, [], { maxEnqueuedMessages: 0 })
  // Listeners refetch what they have missed.
  line.addEventListener('open', () => tell('opened'))
  line.addEventListener('message', ({ data }) => {
    const news = parsed(data)
    if (isChatNews(news)) tell(news)
  })
  pinging = setInterval(() => isOpen() && line?.send('{}'), pingEvery)
  window.addEventListener('online', again)
}

function close(): void {
  window.removeEventListener('online', again)
  clearInterval(pinging)
  line?.close()
  line = undefined
}

function parsed(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}

const isOpen = () => line?.readyState === Line.OPEN

/**
 * Subscribes to news over this page's shared WebSocket, which is open while there are listeners. Returns an unsubscribe function.
 */
export function listen(hear: Hear): () => void {
  listeners.add(hear)
  if (!line && 'WebSocket' in globalThis) open()
  return () => {
    listeners.delete(hear)
    if (listeners.size === 0) close()
  }
}

let saidAt = 0
/** Tells others that the user is typing, at most once per `typingEvery`. */
export function sayTyping(conversationSid: string): void {
  const now = Date.now()
  if (now - saidAt < typingEvery || !isOpen()) return
  saidAt = now
  line?.send(JSON.stringify({ typing: conversationSid }))
}
