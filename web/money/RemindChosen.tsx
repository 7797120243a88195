import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { organizationOf } from '#shared/ids.ts'
import { ApiProblem, callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { canHelp, refresh } from '../shell/useSave.ts'
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
    const outcomes: { feePlayerId: string; outcome: Outcome }[] = []
    for (const [i, { feePlayerId }] of chosen.entries()) {
      setAt(i + 1)
      outcomes.push({ feePlayerId, outcome: await tell(feePlayerId) })
    }
    setAt(undefined)
    refresh(cache, 'GET /rest-api/fee/details/{feePlayerId}')
    const of = (wanted: Outcome) => outcomes.filter(({ outcome }) => outcome === wanted)
    const [told, not, lost] = [of('told').length, of('not').length, of('lost')]
    showSnackbar({
      text: [
        (told > 0 || lost.length === 0) && t('familiesTold', { count: told }),
        not > 0 && t('familiesLeft', { count: not }),
        lost.length > 0 && t('familiesLost', { count: lost.length }),
      ]
        .filter(Boolean)
        .join(' '),
      tone: lost.length > 0 ? 'danger' : not > 0 ? 'plain' : 'success',
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

type Outcome = 'told' | 'not' | 'lost'

/** `not` when it is paid or being paid by now, or the family was told in the last day; lost is what may go when it is tried again. */
async function tell(feePlayerId: string): Promise<Outcome> {
  try {
    await callApi('POST /rest-api/fee/remind/{feePlayerId}', { feePlayerId }, { handles: ['failures', 'not_allowed'] })
    return 'told'
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return canHelp(error) || error.code === 'out_of_budget' ? 'lost' : 'not'
  }
}
