import { useState } from 'react'
import { orgUnitOf } from '#shared/ids.ts'
import { templateNameLimit } from '#shared/rules/mails.ts'
import { check, longest, required } from '#shared/rules/faults.ts'
import { isEmptyText } from '#shared/rules/richText.ts'
import { ApiProblem, callApi, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { useNewPart } from '../api/useNewPart.ts'
import styles from './Email.module.css'
import type { EmailContent } from './email.ts'
import texts from './texts.en.json'

type Text = Pick<EmailContent, 'subject' | 'content'>
type Props = {
  orgUnitId: string
  draft: Text
  /** The subject that was prefilled, e.g. from an event, and not typed by the user. */
  prefilledSubject: string
  applyTemplate: (text: Text) => void
}

/** Templates to start from, and saving the current text as one. */
export function Templates({ orgUnitId, draft, prefilledSubject, applyTemplate }: Props) {
  const t = useTexts('email', texts)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button kind="quiet" flush onClick={() => setOpened(true)}>
        {t('templates')}
      </Button>
      <Dialog opened={opened} close={() => setOpened(false)} title={t('templates')}>
        <List {...{ orgUnitId, draft, prefilledSubject, applyTemplate }} close={() => setOpened(false)} />
        <SaveTemplateForm {...{ orgUnitId, draft }} />
      </Dialog>
    </>
  )
}

const LIST = 'GET /rest-api/mail/templates/{orgUnitId}'

function List({ orgUnitId, draft, prefilledSubject, applyTemplate, close }: Props & { close: () => void }) {
  const t = useTexts('email', texts)
  const read = useApi(LIST, { orgUnitId }, { handles: ['failures', 'not_allowed'] })
  const removing = useSave('DELETE /rest-api/mail/template/{templateId}', {
    refreshes: [LIST],
    failed: t('templateNotRemoved'),
  })
  const isEmpty = ['', prefilledSubject].includes(draft.subject.trim()) && isEmptyText(draft.content)
  async function use(templateId: string) {
    const question = { title: t('replaceText'), lost: t('replaceTextLost'), yes: t('replace') }
    if (!isEmpty && !(await confirm(question))) return
    try {
      const id = { orgUnitId, templateId }
      const handled = { handles: ['not_allowed'] } as const
      const text = await callApi('GET /rest-api/mail/templates/{orgUnitId}/{templateId}', id, handled)
      applyTemplate({ ...text, subject: text.subject || prefilledSubject })
      close()
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (!problem.isReported) showSnackbar({ text: problemText(problem), tone: 'danger' })
    }
  }
  async function remove(templateId: string, name: string) {
    const question = { title: t('removeTemplate', { name }), lost: t('removeTemplateLost'), yes: t('remove') }
    if (await confirm(question)) await removing.save({ templateId })
  }
  return (
    <Loaded
      read={read}
      skeleton={<Skeleton height="120px" />}
      failed={t('templatesFailed')}
      empty={{ when: ({ templates }) => templates.length === 0, show: <p>{t('noTemplates')}</p> }}
    >
      {({ templates }) => (
        <ul className={styles.templates} aria-label={t('templates')}>
          {templates.map(({ id, name, ofClub }) => (
            <li key={id}>
              <span className={styles.name}>
                {name} {ofClub && orgUnitId !== id.split('.')[0] && <Badge>{t('ofClub')}</Badge>}
              </span>
              <Button onClick={() => void use(id)}>{t('use', { name })}</Button>
              {(!ofClub || !orgUnitId.includes('.')) && (
                <Button kind="quiet" busy={removing.saving} onClick={() => void remove(id, name)}>
                  {t('remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

/** Saves the text as a template; an existing template of the same name is overwritten. */
function SaveTemplateForm({
  orgUnitId,
  draft: { subject, content },
}: Omit<Props, 'applyTemplate' | 'prefilledSubject'>) {
  const t = useTexts('email', texts)
  const { data } = useApi(LIST, { orgUnitId }, { handles: ['failures', 'not_allowed'] })
  const { save } = useSave('PUT /rest-api/mail/template/{templateId}', { refreshes: [LIST], saved: t('templateKept') })
  // Saving again after a lost response gives the same template.
  const idPartFor = useNewPart('m')
  const ownTemplates = data?.templates.filter(({ id }) => orgUnitOf(id) === orgUnitId) ?? []
  const form = useForm({
    values: { name: '' },
    faults: ({ name }) => ({ name: check(name, required, longest(templateNameLimit)) }),
    save: async ({ name }) => {
      const existing = ownTemplates.find((template) => template.name === name.trim())
      const question = {
        title: t('replaceTemplate', { name: name.trim() }),
        lost: t('replaceTemplateLost'),
        yes: t('replace'),
      }
      if (existing && !(await confirm(question))) return false
      const body = { name, subject, content, ...(existing && { revision: existing.revision }) }
      return save({ templateId: existing?.id ?? `${orgUnitId}.${idPartFor(body)}`, body })
    },
  })
  return (
    <Form
      of={form}
      submit={t('keepTemplate')}
      {...(isEmptyText(content) && { disabledReason: t('templateNeeds') })}
      aria-label={t('keepTemplate')}
    >
      <Field label={t('templateName')} hint={t('templateHint')} required {...form.field('name')} />
    </Form>
  )
}
