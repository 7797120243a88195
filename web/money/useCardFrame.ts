import { type RefObject, useEffect, useRef, useState } from 'react'
import { loadConfig } from '../session/config.ts'

/** Known messages of the card frame. */
type FrameMessage = { is: 'ready' | 'away' } | { is: 'tall'; height: number } | { is: 'typed'; token?: string }
const maxHeight = 1200
/** How long the provider's fields may take to load, in milliseconds. */
const loadTimeout = 30_000

function toFrameMessage(data: unknown): FrameMessage | undefined {
  const { is, height, token } = (typeof data === 'object' ? (data ?? {}) : {}) as Record<string, unknown>
  if (is === 'ready' || is === 'away') return { is }
  if (is === 'tall' && typeof height === 'number') return { is, height: Math.min(Math.max(height, 48), maxHeight) }
  if (is === 'typed') return { is, ...(typeof token === 'string' && { token }) }
  return undefined
}

type FrameOptions = { publicKey: string; script: string; onToken: (token: string) => void }
/**
 * The frame with the provider's card fields, at a separate origin (`web/card`), so that the provider's script cannot read
 * anything of this page. Call `begin` once the frame is loaded; messages are accepted only over the port given to that frame,
 * never from another window.
 */
export function useCardFrame({ publicKey, script, onToken }: FrameOptions): {
  frame: RefObject<HTMLIFrameElement | null>
  address: string | undefined
  height: number
  state: 'loading' | 'ready' | 'wrong' | 'away'
  begin: () => void
  submit: () => void
} {
  const frame = useRef<HTMLIFrameElement>(null)
  const port = useRef<MessagePort>(undefined)
  const latestOnToken = useRef(onToken)
  const [address, setAddress] = useState<string>()
  const [height, setHeight] = useState(48)
  const [state, setState] = useState<'loading' | 'ready' | 'wrong' | 'away'>('loading')
  useEffect(() => {
    latestOnToken.current = onToken
  }, [onToken])
  useEffect(() => {
    let isShown = true
    const markUnavailable = () => isShown && setState((current) => (current === 'loading' ? 'away' : current))
    const timer = setTimeout(markUnavailable, loadTimeout)
    loadConfig().then(
      ({ cardFrame }) => isShown && (cardFrame ? setAddress(cardFrame) : markUnavailable()),
      markUnavailable,
    )
    return () => {
      isShown = false
      clearTimeout(timer)
      port.current?.close()
    }
  }, [])
  const begin = () => {
    if (!address) return
    port.current?.close()
    const { port1, port2 } = new MessageChannel()
    port.current = port1
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = toFrameMessage(data)
      if (message?.is === 'tall') setHeight(message.height)
      else if (message?.is === 'typed' && message.token !== undefined) latestOnToken.current(message.token)
      else if (message?.is === 'typed') setState('wrong')
      else if (message) setState(message.is)
    })
    port1.start()
    frame.current?.contentWindow?.postMessage({ publicKey, script }, new URL(address).origin, [port2])
  }
  return { frame, address, height, state, begin, submit: () => port.current?.postMessage('submit') }
}
