import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { organizationOf } from '#shared/ids.ts'
import { ApiProblem, callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { refresh } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { Fee } from './FeeTable.tsx'
import styles from './Payments.module.css'
import english from './texts.en.json'

type Props = { chosen: readonly Fee[]; done: () => void }

/** Has the families of all that is chosen told by mail; says how many were, and how many could not be. */
export function RemindChosen({ chosen, done }: Props) {
  const t = useTexts('money', english)
  const cache = useSWRConfig()
  const [at, setAt] = useState<number>()
  const limited = useWhyLimited(organizationOf(chosen[0]?.orgUnitId ?? ''))
  if (chosen.length === 0) return null

  async function remind() {
    let told = 0
    for (const [i, { feePlayerId }] of chosen.entries()) {
      setAt(i + 1)
      if (await tell(feePlayerId)) told += 1
    }
    setAt(undefined)
    refresh(cache, 'GET /rest-api/fee/details/{feePlayerId}')
    const left = chosen.length - told
    showSnackbar({
      text: [t('familiesTold', { count: told }), left > 0 && t('familiesLeft', { count: left })]
        .filter(Boolean)
        .join(' '),
      tone: left > 0 ? 'plain' : 'success',
    })
    done()
  }
  return (
    <div className={styles.actions} role="status">
      <Button
        kind="primary"
        busy={at !== undefined}
        onClick={() => void remind()}
        {...(limited && { disabledReason: limited })}
      >
        {at === undefined
          ? t('remindChosen', { count: chosen.length })
          : t('remindingAt', { at, count: chosen.length })}
      </Button>
    </div>
  )
}

/** False when it is paid by now, or the family was told in the last day, or the signal is gone. */
async function tell(feePlayerId: string): Promise<boolean> {
  try {
    await callApi('POST /rest-api/fee/remind/{feePlayerId}', { feePlayerId }, { handles: ['failures', 'not_allowed'] })
    return true
  } catch (error) {
    if (error instanceof ApiProblem) return false
    throw error
  }
}
