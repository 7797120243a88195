import { useEffect, useRef, useState } from 'react'
import { useUserId } from '../session/useUserId.ts'
import type { Message } from './useConversation.ts'

type Asked = NonNullable<Message['poll']>
/** The user's pressed options; `upon` is the poll as known when the server accepted them, undefined until then. */
type Pressed = { mine: number[]; upon: Asked | undefined }

/**
 * Votes in a poll. Every request contains the whole choice, based on the last press even if its response is pending, and requests
 * are sent one after another, so that no press is lost or overtaken. Updates optimistically, and reverts on failure.
 */
export function useVote(poll: Asked, send: (options: number[]) => Promise<unknown>, sent: () => void) {
  const me = useUserId() ?? ''
  const [pressed, setPressed] = useState<Pressed>()
  const last = useRef<Pressed>(undefined)
  const known = useRef(poll)
  useEffect(() => {
    known.current = poll
  })
  function note(now: Pressed | undefined): void {
    last.current = now
    setPressed(now)
  }
  const chosen = (now: Pressed | undefined): number[] =>
    now && (now.upon ?? poll) === poll
      ? now.mine
      : poll.options.flatMap(({ userIds }, i) => (userIds.includes(me) ? [i] : []))

  async function press(i: number) {
    const before = chosen(last.current)
    const others = before.filter((each) => each !== i)
    const isSending = last.current !== undefined && last.current.upon === undefined
    let now: Pressed = {
      mine: others.length < before.length ? others : poll.several ? [...before, i] : [i],
      upon: undefined,
    }
    note(now)
    if (isSending) return
    for (;;) {
      const { mine } = now
      const came = await send(mine).then(
        () => true,
        () => false,
      )
      if (last.current === now) {
        note(came ? { mine, upon: known.current } : undefined)
        return sent()
      }
      now = last.current ?? now
    }
  }

  const mine = chosen(pressed)
  const options = poll.options.map(({ text, userIds }, i) => {
    const isMine = mine.includes(i)
    const others = userIds.filter((userId) => userId !== me)
    return { text, isMine, userIds: isMine === userIds.includes(me) ? userIds : isMine ? [...others, me] : others }
  })
  return { options, press: (i: number) => void press(i) }
}
