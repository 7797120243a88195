import Line from 'partysocket/ws'
import { type ChatNews, isChatNews, typingEvery } from '#shared/rules/chatLive.ts'
import { callApi } from '../api.ts'

/** How often to ping, in milliseconds: the gateway closes a WebSocket after ten idle minutes. */
const pingInterval = 5 * 60_000

type NewsListener = (news: ChatNews | 'opened') => void
const listeners = new Set<NewsListener>()
let socket: Line | undefined
let pingTimer: ReturnType<typeof setInterval> | undefined

/** The WebSocket's address: every connection needs a fresh ticket. */
async function address(): Promise<string> {
  const { ticket } = await callApi('POST /rest-api/chat/ticket', {}, { handles: ['failures', 'not_allowed'] })
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/live?ticket=${ticket}`
}

const notify = (news: ChatNews | 'opened') => listeners.forEach((listener) => listener(news))
const reconnect = () => socket?.reconnect()

function open(): void {
  // Reconnects after one to five seconds, then with growing delays up to ten, so that not all devices reconnect at once.
  socket = new Line(address, [], { maxEnqueuedMessages: 0 })
  // Listeners refetch what they have missed.
  socket.addEventListener('open', () => notify('opened'))
  socket.addEventListener('message', ({ data }) => {
    const news = parseJson(data)
    if (isChatNews(news)) notify(news)
  })
  pingTimer = setInterval(() => isOpen() && socket?.send('{}'), pingInterval)
  window.addEventListener('online', reconnect)
}

function close(): void {
  window.removeEventListener('online', reconnect)
  clearInterval(pingTimer)
  socket?.close()
  socket = undefined
}

function parseJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}

const isOpen = () => socket?.readyState === Line.OPEN

/**
 * Subscribes to news over this page's shared WebSocket, which is open while there are listeners. Returns an unsubscribe function.
 */
export function listen(listener: NewsListener): () => void {
  listeners.add(listener)
  if (!socket && 'WebSocket' in globalThis) open()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) close()
  }
}

let typingSentAt = 0
/** Tells others that the user is typing, at most once per `typingEvery`. */
export function sendTyping(conversationSid: string): void {
  const now = Date.now()
  if (now - typingSentAt < typingEvery || !isOpen()) return
  typingSentAt = now
  socket?.send(JSON.stringify({ typing: conversationSid }))
}
