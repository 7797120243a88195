import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { organizationOf } from '#shared/ids.ts'
import { ApiProblem, callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { refresh } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { Fee } from './FeeTable.tsx'
import styles from './Payments.module.css'
import english from './texts.en.json'

type Props = {
  chosen: readonly Fee[]
  /** Told of those that are still to be told: they stay chosen. */
  done: (lost: ReadonlySet<string>) => void
}

/** Has the families of all that is chosen told by mail; says how many were, and how many could not be. */
export function RemindChosen({ chosen, done }: Props) {
  const t = useTexts('money', english)
  const cache = useSWRConfig()
  const [at, setAt] = useState<number>()
  const limited = useWhyLimited(organizationOf(chosen[0]?.orgUnitId ?? ''))
  if (chosen.length === 0) return null

  async function remind() {
    let [told, left] = [0, 0]
    const lost: { feePlayerId: string; why: string }[] = []
    for (const [i, { feePlayerId }] of chosen.entries()) {
      setAt(i + 1)
      const problem = await tell(feePlayerId)
      if (!problem) told += 1
      else if (needless.has(problem.code)) left += 1
      else lost.push({ feePlayerId, why: problemText(problem) })
    }
    setAt(undefined)
    refresh(cache, 'GET /rest-api/fee/details/{feePlayerId}')
    const last = lost.at(-1)
    showSnackbar({
      text: [
        (told > 0 || !last) && t('familiesTold', { count: told }),
        left > 0 && t('familiesLeft', { count: left }),
        // Each problem says itself whether trying again helps, and when.
        last && `${t('familiesLost', { count: lost.length })} ${last.why}`,
      ]
        .filter(Boolean)
        .join(' '),
      tone: last ? 'danger' : left > 0 ? 'plain' : 'success',
    })
    done(new Set(lost.map(({ feePlayerId }) => feePlayerId)))
  }
  return (
    <div className={styles.actions} role="status">
      <Button kind="primary" busy={at !== undefined} onClick={() => void remind()} disabledReason={limited}>
        {at === undefined
          ? t('remindChosen', { count: chosen.length })
          : t('remindingAt', { at, count: chosen.length })}
      </Button>
    </div>
  )
}

/** Why a family need not be told: nothing is owed any more, also of a fee that is deleted, it is being paid, or they were told in the last day. */
const needless: ReadonlySet<string> = new Set(['fee_settled', 'being_paid', 'not_found', 'told_already'])

/** Has one family told, or says why it is not. */
async function tell(feePlayerId: string): Promise<ApiProblem | undefined> {
  try {
    await callApi('POST /rest-api/fee/remind/{feePlayerId}', { feePlayerId }, { handles: ['failures', 'not_allowed'] })
    return undefined
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return error
  }
}
