import { teamOf } from '#shared/ids.ts'
import { blocksOf, toPlainText } from '#shared/rules/richText.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { CopyButton } from '../kit/CopyButton.tsx'
import type { EmailContent } from './email.ts'
import styles from './Email.module.css'
import { RichTextView } from './RichTextView.tsx'
import texts from './texts.en.json'

/** An unsent email whose author may no longer send for the team or club: it is neither sent nor saved, but can be copied. */
export function UnsendableEmail({
  orgUnitId,
  subject,
  content,
}: Pick<EmailContent, 'subject' | 'content'> & { orgUnitId: string }) {
  const t = useTexts('email', texts)
  return (
    <>
      <Notice tone="danger">
        <p>{t(teamOf(orgUnitId) === undefined ? 'noLongerClub' : 'noLongerTeam')}</p>
        <p>{t('noLongerHint')}</p>
      </Notice>
      <div className={styles.form}>
        <h2 dir="auto">{subject}</h2>
        <RichTextView text={content} sources={noPictures} />
        <CopyButton text={[subject, toPlainText(blocksOf(content))].join('\n\n').trim()} label={t('copyWritten')} />
      </div>
    </>
  )
}
const noPictures: ReadonlyMap<string, string> = new Map()
