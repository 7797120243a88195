import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { ApiProblem, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
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

type Props = {
  signing: Signing
  close: () => void
  /** Called when the text to sign has changed or is no longer asked for. */
  reload: (signing: Signing, why: string) => Promise<void>
}

/** The full text, and below it the field for the signer's name. */
export function SignDialog({ signing, ...props }: Omit<Props, 'signing'> & { signing: Signing | undefined }) {
  const { close } = props
  return (
    <Dialog opened={signing !== undefined} close={close} title={signing?.agreement.title ?? ''} shape="page">
      {signing && <AgreementText {...props} signing={signing} />}
    </Dialog>
  )
}

function AgreementText(props: Props) {
  const t = useTexts('agreements', english)
  const { agreement, why } = props.signing
  const { id: agreementId, textVersion } = agreement
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
          {why && <Notice tone="warning">{why}</Notice>}
          <p className={styles.text}>{text}</p>
          <SignForm key={textVersion} {...props} />
        </>
      )}
    </Loaded>
  )
}

function SignForm({ signing, close, reload }: Props) {
  const t = useTexts('agreements', english)
  const { agreement, player } = signing
  const { data: profile } = useApi('GET /rest-api/users/profile', {})
  const [hasRead, setHasRead] = useState(false)
  const { save } = useSave('POST /rest-api/agreements/agreement/{agreementId}/sign', {
    refreshes: [MINE],
    saved: t('agreedNow'),
  })
  const form = useForm({
    values: { name: '' },
    faults: ({ name }) => ({ name: name.trim() === '' ? { code: 'required' } : undefined }),
    async save({ name }) {
      const { id: agreementId, textVersion } = agreement
      try {
        await save({ agreementId, body: { playerId: player.id, textVersion, name } })
      } catch (error) {
        if (!(error instanceof ApiProblem) || !endedCodes.has(error.code)) throw error
        await reload(signing, problemText(error))
        return false
      }
      close()
      return true
    },
  })
  return (
    <Form of={form} submit={t('agree')} {...(!hasRead && { disabledReason: t('tickFirst') })}>
      {player.ofAge && <Notice>{t('ofAge', { name: player.firstName })}</Notice>}
      <Checkbox label={t('haveRead', { player: fullName(player) })} value={hasRead} onChange={setHasRead} />
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

/** Codes of a signature for a text that is no longer the current one. */
const endedCodes: ReadonlySet<string> = new Set(['agreement_changed', 'agreement_ended'])
