import { useEffect } from 'react'
import { callApi } from '../api.ts'
import { readerLanguage } from '../i18n.ts'
import { writeItem, names, readItem } from '../session/stored.ts'

/** Tells the server, once per device, if the reader's language is not English, so that emails use it too. */
export function useReportLanguage(userId: string): void {
  useEffect(() => {
    const language = readerLanguage()
    const name = `${names.personal}${userId}.language`
    if (language !== 'es' || readItem(name) === language) return
    callApi(
      'PUT /rest-api/mail/notices/browser',
      { body: { language } },
      { handles: ['failures', 'not_allowed'] },
    ).then(
      () => writeItem(name, language),
      () => undefined,
    )
  }, [userId])
}
