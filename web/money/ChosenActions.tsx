import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { organizationOf } from '#shared/ids.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { refresh } from '../shell/useSave.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { eachChosen, stillChosen, tellCame } from './eachChosen.ts'
import type { Fee } from './FeeTable.tsx'
import styles from './Payments.module.css'
import { PutDownChosen } from './PutDownChosen.tsx'
import { refreshes } from './refreshes.ts'
import { RemindChosen } from './RemindChosen.tsx'
import english from './texts.en.json'

type Props = {
  chosen: readonly Fee[]
  /** Told of those with which it is still to be done: they stay chosen. */
  done: (lost: ReadonlySet<string>) => void
}

/** What is done with all the fees that are chosen. */
export function ChosenActions({ chosen, done }: Props) {
  const limited = useWhyLimited(organizationOf(chosen[0]?.orgUnitId ?? ''))
  if (chosen.length === 0) return null
  return (
    <div className={styles.actions}>
      <span role="status">
        <RemindChosen chosen={chosen} limited={limited} done={done} />
      </span>
      <PutDownChosen chosen={chosen} limited={limited} done={done} />
      <DeleteChosen chosen={chosen} done={done} />
    </div>
  )
}

/** Takes back what was asked by mistake, of a whole team too. */
function DeleteChosen({ chosen, done }: Props) {
  const t = useTexts('money', english)
  const cache = useSWRConfig()
  const [at, setAt] = useState<number>()
  const count = chosen.length
  async function remove() {
    const lost = t('deleteChosenLost')
    if (!(await confirm({ title: t('deleteChosenTitle', { count }), lost, yes: t('deleteFee') }))) return
    const came = await eachChosen(
      chosen,
      ({ feePlayerId }) =>
        callApi('DELETE /rest-api/fee/delete/{feePlayerId}', { feePlayerId }, { handles: ['failures', 'not_allowed'] }),
      { needless: gone, at: setAt },
    )
    setAt(undefined)
    for (const route of refreshes) if (!route.includes('details')) refresh(cache, route)
    tellCame(came, {
      done: t('feesDeleted', { count: came.done.length }),
      left: t('feesGone', { count: came.left }),
      lost: t('feesNotDeleted', { count: came.lost.length }),
    })
    done(stillChosen(came))
  }
  return (
    <Button kind="danger" busy={at !== undefined} onClick={() => void remove()}>
      {at === undefined ? t('deleteChosen', { count }) : t('deletingAt', { at, count })}
    </Button>
  )
}
const gone: ReadonlySet<string> = new Set(['not_found'])
