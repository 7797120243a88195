import { type RefObject, useEffect, useRef, useState } from 'react'
import { loadConfig } from '../session/config.ts'

/** What the frame says on its line, if it says something that we know. */
type Said = { is: 'ready' | 'away' } | { is: 'tall'; height: number } | { is: 'typed'; token?: string }
const highest = 1200
/** In milliseconds: for so long the provider's fields may take to be there. */
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
 * The frame with the provider's fields, at an address of its own (`web/card`), in which the provider's script runs: nothing of
 * ours can be read there. `begin` once it is loaded; what comes on the line is of the frame that we have made, and of no other window.
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
