import { useSWRConfig } from 'swr'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { eachChosen, tellCame } from '../shell/eachChosen.ts'
import { refresh } from '../shell/useSave.ts'
import { type ChosenProps, stillChosen } from './chosen.ts'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'

/** Deletes fees that were charged by mistake, e.g. to a whole team. */
export function DeleteChosen({ chosen, run, setRun, done }: Omit<ChosenProps, 'limited'>) {
  const t = useTexts('money', english)
  const cache = useSWRConfig()
  const mistaken = chosen.filter(({ status, paidInCents }) => status !== 'CANCELLED' && paidInCents === 0)
  const count = mistaken.length
  async function remove() {
    const lost = t('deleteChosenLost', { count })
    if (!(await confirm({ title: t('deleteChosenTitle', { count }), lost, yes: t('deleteFee') }))) return
    const came = await eachChosen(
      mistaken,
      ({ feePlayerId }) =>
        callApi('DELETE /rest-api/fee/delete/{feePlayerId}', { feePlayerId }, { handles: ['failures', 'not_allowed'] }),
      { needless: gone, at: (at, of) => setRun({ act: 'delete', at, count: of }) },
    )
    setRun(undefined)
    for (const route of refreshes) if (!route.includes('details')) refresh(cache, route)
    tellCame(came, {
      done: t('feesDeleted', { count: came.done.length }),
      left: t('feesGone', { count: came.left }),
      lost: t('feesNotDeleted', { count: came.lost.length }),
    })
    done(stillChosen(came))
  }
  return (
    <Button
      kind="danger"
      busy={run !== undefined}
      disabledReason={count === 0 ? t('nothingToDelete') : undefined}
      onClick={() => void remove()}
    >
      {run?.act === 'delete'
        ? t('deleteAt', { at: run.at, count: run.count })
        : count > 0
          ? t('deleteChosen', { count })
          : t('deleteFee')}
    </Button>
  )
}
const gone: ReadonlySet<string> = new Set(['not_found'])
