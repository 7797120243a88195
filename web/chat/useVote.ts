import { useEffect, useRef, useState } from 'react'
import { useUserId } from '../session/useUserId.ts'
import type { Message } from './useConversation.ts'

type PollState = NonNullable<Message['poll']>
/** The user's pressed options; `acceptedPoll` is the poll as known when the server accepted them, undefined until then. */
type PressedOptions = { ownOptions: number[]; acceptedPoll: PollState | undefined }

/**
 * Votes in a poll. Every request contains the whole choice, based on the last press even if its response is pending, and requests
 * are sent one after another, so that no press is lost or overtaken. Updates optimistically, and reverts on failure.
 */
export function useVote(poll: PollState, send: (options: number[]) => Promise<unknown>, onSent: () => void) {
  const ownUserId = useUserId() ?? ''
  const [pressed, setPressed] = useState<PressedOptions>()
  const lastPressed = useRef<PressedOptions>(undefined)
  const latestPoll = useRef(poll)
  useEffect(() => {
    latestPoll.current = poll
  })
  function setPressedNow(now: PressedOptions | undefined): void {
    lastPressed.current = now
    setPressed(now)
  }
  const chosenOf = (now: PressedOptions | undefined): number[] =>
    now && (now.acceptedPoll ?? poll) === poll
      ? now.ownOptions
      : poll.options.flatMap(({ userIds }, i) => (userIds.includes(ownUserId) ? [i] : []))

  async function pressOption(i: number) {
    const previousOptions = chosenOf(lastPressed.current)
    const otherOptions = previousOptions.filter((each) => each !== i)
    const isSending = lastPressed.current !== undefined && lastPressed.current.acceptedPoll === undefined
    let now: PressedOptions = {
      ownOptions:
        otherOptions.length < previousOptions.length ? otherOptions : poll.several ? [...previousOptions, i] : [i],
      acceptedPoll: undefined,
    }
    setPressedNow(now)
    if (isSending) return
    for (;;) {
      const { ownOptions } = now
      const isAccepted = await send(ownOptions).then(
        () => true,
        () => false,
      )
      if (lastPressed.current === now) {
        setPressedNow(isAccepted ? { ownOptions, acceptedPoll: latestPoll.current } : undefined)
        return onSent()
      }
      now = lastPressed.current ?? now
    }
  }

  const mine = chosenOf(pressed)
  const options = poll.options.map(({ text, userIds }, i) => {
    const isMine = mine.includes(i)
    const otherUserIds = userIds.filter((userId) => userId !== ownUserId)
    return {
      text,
      isMine,
      userIds: isMine === userIds.includes(ownUserId) ? userIds : isMine ? [...otherUserIds, ownUserId] : otherUserIds,
    }
  })
  return { options, toggleOption: (i: number) => void pressOption(i) }
}
