import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { runForEach } from '../shell/bulkAction.ts'
import { refresh } from '../shell/useSave.ts'
import english from './texts.en.json'

const ASK = 'POST /rest-api/agreements/ask/{teamId}'
/** Codes of a team with nothing to do (all have agreed, or nobody can be asked); the other teams are asked all the same. */
const nobodyToAsk: ReadonlySet<string> = new Set(['all_agreed', 'own_account_needed', 'nobody_to_ask'])

/** Mails the families of all these teams, one team after the other. Repeating it mails nobody twice on one day. */
export function AskAll({ teams }: { teams: readonly string[] }) {
  const t = useTexts('agreements', english)
  const { mutate, cache } = useSWRConfig()
  const [askedTeams, setAskedTeams] = useState<number>()
  async function askTeams() {
    const title = t('askTeamsTitle', { count: teams.length })
    if (!(await confirm({ title, lost: t('askLost'), kept: null, yes: t('askFamilies'), kind: 'primary' }))) return
    setAskedTeams(0)
    const totals = { asked: 0, alone: 0 }
    try {
      const { failed } = await runForEach(
        teams,
        async (teamId) => {
          const { asked, alone } = await callApi(ASK, { teamId }, { handles: ['failures', 'not_allowed'] })
          totals.asked += asked
          totals.alone += alone
        },
        { skipCodes: nobodyToAsk, onProgress: (position) => setAskedTeams(position - 1) },
      )
      const problem = failed.at(-1)?.problem
      const sentences = [
        t('askedFamilies', { count: totals.asked }),
        totals.alone > 0 && t('alone', { count: totals.alone }),
      ]
      if (!problem)
        showSnackbar({
          text: totals.asked > 0 ? sentences.filter(Boolean).join(' ') : t('nobodyToAsk'),
          tone: 'success',
        })
      else if (!problem.isReported) showSnackbar({ text: problemText(problem), tone: 'danger' })
    } finally {
      setAskedTeams(undefined)
      refresh({ mutate, cache }, 'GET /rest-api/agreements/standing/{orgUnitId}')
    }
  }
  return (
    <>
      <Button
        busy={askedTeams !== undefined}
        onClick={() => void askTeams()}
        {...(teams.length === 0 && { disabledReason: t('nobodyToAsk') })}
      >
        {t('askFamilies')}
      </Button>
      <p role="status">{askedTeams !== undefined && t('askingTeams', { done: askedTeams, count: teams.length })}</p>
    </>
  )
}
