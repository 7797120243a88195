import { useState } from 'react'
import { type AnswerOf, ApiProblem, callApi } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { confirm } from '../../kit/confirm.ts'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { useSave } from '../../shell/useSave.ts'
import english from '../texts.en.json'
import { EMAILS, INVITE, SUMMARY } from './useInvite.ts'

/** Mails everybody who is invited and not registered, page by page. Repeating it mails nobody twice a day. */
export function useRemind(registrationId: string) {
  const t = useTexts('registrations', english)
  const [isReminding, setIsReminding] = useState(false)
  const { save } = useSave(INVITE, { refreshes: [SUMMARY, EMAILS], failed: problemText })

  async function remindAll(): Promise<number | undefined> {
    let count = 0
    let cursor: string | null = null
    do {
      const query = cursor === null ? {} : { cursor }
      const page: AnswerOf<typeof EMAILS> = await callApi(EMAILS, { registrationId, query }, { handles: ['failures'] })
      const people = page.emails.filter(({ registered, mailed, noMail }) => mailed && !registered && !noMail)
      if (people.length > 0) {
        const body = { people: people.map(({ email }) => ({ email })), again: true }
        const response = await save({ registrationId, body })
        if (!response) return undefined
        count += response.again ?? 0
      }
      cursor = page.cursor
    } while (cursor !== null)
    return count
  }

  async function remind(): Promise<void> {
    const question = { title: t('remindAsk'), lost: t('remindWhat'), kept: null, yes: t('remindNow') }
    if (!(await confirm({ ...question, kind: 'primary' }))) return
    setIsReminding(true)
    try {
      const count = await remindAll()
      if (count !== undefined)
        showSnackbar({ text: count > 0 ? t('reminded', { count }) : t('remindedNobody'), tone: 'success' })
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (!problem.isReported) showSnackbar({ text: problemText(problem), tone: 'danger' })
    } finally {
      setIsReminding(false)
    }
  }
  return { remind, reminding: isReminding }
}
