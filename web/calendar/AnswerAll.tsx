import { useEffect, useRef, useState } from 'react'
import { isAwaiting, whyCannotAnswer } from '#shared/rules/attendance.ts'
import { fullName } from '#shared/rules/names.ts'
import type { InvitedEvent } from '../events/eventTypes.ts'
import type { EventGroup } from '../events/groupByEvent.ts'
import type { AnswerActions } from '../events/useEventCards.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { listText } from '../kit/format.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import texts from './texts.en.json'

type Props = { groups: readonly EventGroup[]; answers: AnswerActions; now: string }

/**
 * Answers Yes to all listed events that await an answer, such as a season's practices; each can still be changed on its card.
 * Answers that others have given meanwhile stay.
 */
export function AnswerAll({ groups, answers, now }: Props) {
  const t = useTexts('calendar', texts)
  const waiting = groups
    .flatMap(({ players }) => players)
    .filter((item): item is typeof item & InvitedEvent => {
      if (item.invite === null || whyCannotAnswer(item.event, now) !== undefined) return false
      const { shown, removed } = answers.stateOf({ ...item, invite: item.invite })
      return !removed && isAwaiting({ ...item.event, status: shown.status }, now)
    })
  const latest = useRef({ waiting, answers })
  useEffect(() => {
    latest.current = { waiting, answers }
  })
  const count = waiting.length
  // Keep the button once shown: removing it while answering below would shift the page under the finger.
  const [isShown, setShown] = useState(false)
  if (count > 1 && !isShown) setShown(true)
  if (!isShown) return null
  async function answerAll() {
    const players = listText([...new Set(waiting.map(({ player }) => fullName(player)))])
    const question = {
      ...{ title: t('yesToAllAsk', { count }), lost: players, kept: t('yesToAllKept') },
      ...{ yes: t('yesToAllYes'), kind: 'primary' as const },
    }
    const confirmedIds = new Set(waiting.map(({ invite }) => invite.id))
    if (!(await confirm(question))) return
    // The other parent may have answered while the dialog was open: only those still waiting, of those confirmed.
    const { waiting: stillWaiting, answers: latestAnswers } = latest.current
    // All are stored on the device before the first request ends, so none is lost offline.
    await Promise.all(
      stillWaiting
        .filter(({ invite }) => confirmedIds.has(invite.id))
        .map((item) => latestAnswers.answer(item, { status: 'Accepted' }, item.invite.answerId)),
    )
  }
  return (
    <KeptFocus label={t('yesToAllNone')} className={undefined}>
      <Button onClick={() => void answerAll()} {...(count === 0 && { disabledReason: t('nothingWaits') })}>
        {count === 0 ? t('yesToAllNone') : t('yesToAll', { count })}
      </Button>
    </KeptFocus>
  )
}
