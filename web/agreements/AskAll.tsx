import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { type AnswerOf, ApiProblem, callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { refresh } from '../shell/useSave.ts'
import english from './texts.en.json'

const ASK = 'POST /rest-api/agreements/ask/{teamId}'
type Answer = AnswerOf<typeof ASK>

/** Asks the families of all these teams by mail, one team after the other: done again it mails none of them twice a day. */
export function AskAll({ teams }: { teams: readonly string[] }) {
  const t = useTexts('agreements', english)
  const { mutate, cache } = useSWRConfig()
  const [done, setDone] = useState<number>()
  async function ask() {
    const title = t('askTeamsTitle', { count: teams.length })
    if (!(await confirm({ title, lost: t('askLost'), kept: null, yes: t('askFamilies'), kind: 'primary' }))) return
    const sum = { asked: 0, alone: 0 }
    try {
      for (const [i, teamId] of teams.entries()) {
        setDone(i)
        const { asked, alone } = await askTeam(teamId)
        sum.asked += asked
        sum.alone += alone
      }
      const said = [t('askedFamilies', { count: sum.asked }), sum.alone > 0 && t('alone', { count: sum.alone })]
      showSnackbar({ text: sum.asked > 0 ? said.filter(Boolean).join(' ') : t('nobodyToAsk'), tone: 'success' })
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (!problem.told) showSnackbar({ text: problemText(problem), tone: 'danger' })
    } finally {
      setDone(undefined)
      refresh({ mutate, cache }, 'GET /rest-api/agreements/standing/{orgUnitId}')
    }
  }
  return (
    <>
      <Button
        busy={done !== undefined}
        onClick={() => void ask()}
        {...(teams.length === 0 && { disabledReason: t('nobodyToAsk') })}
      >
        {t('askFamilies')}
      </Button>
      <p role="status">{done !== undefined && t('askingTeams', { done, count: teams.length })}</p>
    </>
  )
}

const nobodyThere: ReadonlySet<string> = new Set(['all_agreed', 'own_account_needed', 'nobody_to_ask'])
/** A team of which everybody has agreed, or nobody can, keeps none of the others waiting. */
async function askTeam(teamId: string): Promise<Answer> {
  try {
    return await callApi(ASK, { teamId }, { handles: ['failures', 'not_allowed'] })
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || !nobodyThere.has(problem.code)) throw problem
    return { asked: 0, alone: 0 }
  }
}
