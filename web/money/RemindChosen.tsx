import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { refresh } from '../shell/useSave.ts'
import { eachChosen, stillChosen, tellCame } from './eachChosen.ts'
import type { Fee } from './FeeTable.tsx'
import english from './texts.en.json'

type Props = {
  chosen: readonly Fee[]
  limited: string | undefined
  /** Told of those that are still to be told: they stay chosen. */
  done: (lost: ReadonlySet<string>) => void
}

/** Has the families of all that is chosen told by mail; says how many were, and how many could not be. */
export function RemindChosen({ chosen, limited, done }: Props) {
  const t = useTexts('money', english)
  const cache = useSWRConfig()
  const [at, setAt] = useState<number>()
  async function remind() {
    const tell = ({ feePlayerId }: Fee) =>
      callApi('POST /rest-api/fee/remind/{feePlayerId}', { feePlayerId }, { handles: ['failures', 'not_allowed'] })
    const came = await eachChosen(chosen, tell, { needless, at: setAt })
    setAt(undefined)
    refresh(cache, 'GET /rest-api/fee/details/{feePlayerId}')
    tellCame(came, {
      done: t('familiesTold', { count: came.done.length }),
      left: t('familiesLeft', { count: came.left }),
      lost: t('familiesLost', { count: came.lost.length }),
    })
    done(stillChosen(came))
  }
  return (
    <Button kind="primary" busy={at !== undefined} onClick={() => void remind()} disabledReason={limited}>
      {at === undefined ? t('remindChosen', { count: chosen.length }) : t('remindingAt', { at, count: chosen.length })}
    </Button>
  )
}

/** Why a family need not be told: nothing is owed any more, also of a fee that is deleted, it is being paid, or they were told in the last day. */
const needless: ReadonlySet<string> = new Set(['fee_settled', 'being_paid', 'not_found', 'told_already'])
