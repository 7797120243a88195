import { useSWRConfig } from 'swr'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { eachChosen, tellCame } from '../shell/eachChosen.ts'
import { refresh } from '../shell/useSave.ts'
import { type ChosenProps, stillChosen } from './chosen.ts'
import type { Fee } from './FeeTable.tsx'
import english from './texts.en.json'

/** Mails reminders for all selected fees; reports how many were sent and how many failed. */
export function RemindChosen({ chosen, limited, run, setRun, done }: ChosenProps) {
  const t = useTexts('money', english)
  const cache = useSWRConfig()
  async function remind() {
    const tell = ({ feePlayerId }: Fee) =>
      callApi('POST /rest-api/fee/remind/{feePlayerId}', { feePlayerId }, { handles: ['failures', 'not_allowed'] })
    const came = await eachChosen(chosen, tell, {
      needless,
      at: (at, count) => setRun({ act: 'remind', at, count }),
    })
    setRun(undefined)
    refresh(cache, 'GET /rest-api/fee/details/{feePlayerId}')
    tellCame(came, {
      done: t('familiesTold', { count: came.done.length }),
      left: t('familiesLeft', { count: came.left }),
      lost: t('familiesLost', { count: came.lost.length }),
    })
    done(stillChosen(came))
  }
  return (
    <Button kind="primary" busy={run !== undefined} onClick={() => void remind()} disabledReason={limited}>
      {run?.act === 'remind'
        ? t('remindAt', { at: run.at, count: run.count })
        : t('remindChosen', { count: chosen.length })}
    </Button>
  )
}

/** Codes of fees that need no reminder: settled or deleted, being paid, or already reminded within the last day. */
const needless: ReadonlySet<string> = new Set(['fee_settled', 'being_paid', 'not_found', 'told_already'])
