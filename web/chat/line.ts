import Line from 'partysocket/ws'
import { type ChatNews, isNews, typingEvery } from '#shared/rules/chatLive.ts'
import { callApi } from '../api.ts'

/** The gateway ends a line on which nothing was said for ten minutes; in milliseconds. */
const pingEvery = 5 * 60_000

type Hear = (news: ChatNews | 'opened') => void
const listeners = new Set<Hear>()
let line: Line | undefined
let pinging: ReturnType<typeof setInterval> | undefined

/** The address of a new line: each try brings a ticket of its own. */
async function address(): Promise<string> {
  const { ticket } = await callApi('POST /rest-api/chat/ticket', {}, { handles: ['failures', 'not_allowed'] })
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/live?ticket=${ticket}`
}

const tell = (news: ChatNews | 'opened') => listeners.forEach((hear) => hear(news))
const again = () => line?.reconnect()

function open(): void {
  // A try comes after one to five seconds, then after longer and longer, ten at most: not all devices at once.
  line = new Line(address, [], { maxEnqueuedMessages: 0 })
  // Whatever was missed is read now.
  line.addEventListener('open', () => tell('opened'))
  line.addEventListener('message', ({ data }) => {
    const news = parsed(data)
    if (isNews(news)) tell(news)
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

/** Hears what happens, over the one line of this page, which is open as long as somebody listens. Gives the way to end it. */
export function listen(hear: Hear): () => void {
  listeners.add(hear)
  if (!line && 'WebSocket' in globalThis) open()
  return () => {
    listeners.delete(hear)
    if (listeners.size === 0) close()
  }
}

let saidAt = 0
/** Says that somebody is writing in a conversation; no more often than others need it to see that. */
export function sayTyping(conversationSid: string): void {
  const now = Date.now()
  if (now - saidAt < typingEvery || !isOpen()) return
  saidAt = now
  line?.send(JSON.stringify({ typing: conversationSid }))
}
