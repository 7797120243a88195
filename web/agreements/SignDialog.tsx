import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Agreements.module.css'
import { MINE, type Signing } from './mine.ts'
import english from './texts.en.json'

const READ = 'GET /rest-api/agreements/agreement/{agreementId}'

/** The whole text, and below it one's own name, by which one agrees. */
export function SignDialog({ signing, close }: { signing: Signing | undefined; close: () => void }) {
  return (
    <Dialog opened={signing !== undefined} close={close} title={signing?.agreement.title ?? ''} shape="page">
      {signing && <Text signing={signing} close={close} />}
    </Dialog>
  )
}

function Text({ signing, close }: { signing: Signing; close: () => void }) {
  const t = useTexts('agreements', english)
  const { id: agreementId, textVersion } = signing.agreement
  const read = useApi(READ, { agreementId, query: { version: String(textVersion) } }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      failed={t('textFailed')}
      skeleton={
        <Skeletons label={t('loadingText')}>
          <Skeleton height="240px" />
        </Skeletons>
      }
    >
      {({ text }) => (
        <>
          <p className={styles.text}>{text}</p>
          <Sign signing={signing} close={close} />
        </>
      )}
    </Loaded>
  )
}

function Sign({ signing: { agreement, player }, close }: { signing: Signing; close: () => void }) {
  const t = useTexts('agreements', english)
  const { data: profile } = useApi('GET /rest-api/users/profile', {})
  const [read, setRead] = useState(false)
  const { save } = useSave('POST /rest-api/agreements/agreement/{agreementId}/sign', {
    refreshes: [MINE],
    saved: t('agreedNow'),
  })
  const form = useForm({
    values: { name: '' },
    faults: ({ name }) => ({ name: name.trim() === '' ? { code: 'required' } : undefined }),
    async save({ name }) {
      await save({ agreementId: agreement.id, body: { playerId: player.id, textVersion: agreement.textVersion, name } })
      close()
    },
  })
  return (
    <Form of={form} submit={t('agree')} {...(!read && { disabledReason: t('tickFirst') })}>
      {player.ofAge && <Notice>{t('ofAge', { name: player.firstName })}</Notice>}
      <Checkbox label={t('haveRead', { player: fullName(player) })} value={read} onChange={setRead} />
      <Field
        label={t('yourName')}
        required
        autoComplete="name"
        hint={profile ? t('yourNameHint', { name: profile.fullName }) : ''}
        {...form.field('name')}
      />
      <p className={styles.hint}>{t('whatIsKept')}</p>
    </Form>
  )
}
