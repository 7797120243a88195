import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { useTexts } from '../i18n.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { DeleteChosen } from './DeleteChosen.tsx'
import type { ChosenProps, Run } from './chosen.ts'
import styles from './Payments.module.css'
import { PutDownChosen } from './PutDownChosen.tsx'
import { RemindChosen } from './RemindChosen.tsx'
import english from './texts.en.json'

/** Actions on all selected fees. */
export function ChosenActions({ chosen, done }: Pick<ChosenProps, 'chosen' | 'done'>) {
  const t = useTexts('money', english)
  const limited = useWhyLimited(organizationOf(chosen[0]?.orgUnitId ?? ''))
  const [run, setRun] = useState<Run>()
  // While an action runs, the refreshed list may no longer have the finished fees.
  if (chosen.length === 0 && !run) return null
  const all = { chosen, limited, run, setRun, done }
  return (
    <div className={styles.actions}>
      <RemindChosen {...all} />
      <PutDownChosen {...all} />
      <DeleteChosen {...all} />
      <span role="status" className="visually-hidden">
        {/* The dialog announces its own progress. */}
        {run && run.act !== 'putDown' && t(`${run.act}At`, { at: run.at, count: run.count })}
      </span>
    </div>
  )
}
