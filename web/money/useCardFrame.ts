import { type RefObject, useEffect, useRef, useState } from 'react'
import { loadConfig } from '../session/config.ts'

/** Known messages of the card frame. */
type Said = { is: 'ready' | 'away' } | { is: 'tall'; height: number } | { is: 'typed'; token?: string }
const highest = 1200
/** How long the provider's fields may take to load, in milliseconds. */
const patience = 30_000

function saidIn(data: unknown): Said | undefined {
  const { is, height, token } = (typeof data === 'object' ? (data ?? {}) : {}) as Record<string, unknown>
  if (is === 'ready' || is === 'away') return { is }
  if (is === 'tall' && typeof height === 'number') return { is, height: Math.min(Math.max(height, 48), highest) }
  if (is === 'typed') return { is, ...(typeof token === 'string' && { token }) }
  return undefined
}

type Asked = { publicKey: string; script: string; typed: (token: string) => void }
/**
 * The frame with the provider's card fields, at a separate origin (`web/card`), so that the provider's script cannot read
 * anything of this page. Call `begin` once the frame is loaded; messages are accepted only over the port given to that frame,
 * never from another window.
 */
export function useCardFrame({ publicKey, script, typed }: Asked): {
  frame: RefObject<HTMLIFrameElement | null>
  address: string | undefined
  height: number
  state: 'loading' | 'ready' | 'wrong' | 'away'
  begin: () => void
  submit: () => void
} {
  const frame = useRef<HTMLIFrameElement>(null)
  const line = useRef<MessagePort>(undefined)
  const charging = useRef(typed)
  const [address, setAddress] = useState<string>()
  const [height, setHeight] = useState(48)
  const [state, setState] = useState<'loading' | 'ready' | 'wrong' | 'away'>('loading')
  useEffect(() => {
    charging.current = typed
  }, [typed])
  useEffect(() => {
    let isShown = true
    const away = () => isShown && setState((known) => (known === 'loading' ? 'away' : known))
    const timer = setTimeout(away, patience)
    loadConfig().then(({ cardFrame }) => isShown && (cardFrame ? setAddress(cardFrame) : away()), away)
    return () => {
      isShown = false
      clearTimeout(timer)
      line.current?.close()
    }
  }, [])
  const begin = () => {
    if (!address) return
    line.current?.close()
    const { port1, port2 } = new MessageChannel()
    line.current = port1
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const said = saidIn(data)
      if (said?.is === 'tall') setHeight(said.height)
      else if (said?.is === 'typed' && said.token !== undefined) charging.current(said.token)
      else if (said?.is === 'typed') setState('wrong')
      else if (said) setState(said.is)
    })
    port1.start()
    frame.current?.contentWindow?.postMessage({ publicKey, script }, new URL(address).origin, [port2])
  }
  return { frame, address, height, state, begin, submit: () => line.current?.postMessage('submit') }
}
