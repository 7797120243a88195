import { useState } from 'react'
import { pollOptions, whyCannotBeOption, whyCannotMessage } from '#shared/rules/chat.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { UnsavedInputGuard } from '../kit/UnsavedInputGuard.tsx'
import styles from './Chat.module.css'
import texts from './texts.en.json'
import type { MessageContent } from './useQueuedMessages.ts'

/** Creates a poll in a conversation. */
export function NewPoll({ sendMessage, close }: { sendMessage: (words: MessageContent) => void; close: () => void }) {
  const t = useTexts('chat', texts)
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState(['', ''])
  const [several, setSeveral] = useState(false)
  const filledOptions = options.map((option) => option.trim()).filter(Boolean)
  const isTooLong = options.some((option) => whyCannotBeOption(option) === 'too_long')
  const whyNotSend = whyCannotMessage(question)
    ? t('pollNoQuestion')
    : filledOptions.length < pollOptions.min
      ? t('pollTooFew')
      : isTooLong
        ? t('pollTooLong')
        : undefined
  function sendPoll() {
    sendMessage({ text: question.trim(), poll: { options: filledOptions, several } })
    close()
  }
  return (
    <Dialog
      opened
      close={close}
      title={t('newPoll')}
      shape="form"
      foot={
        <Button kind="primary" wide onClick={sendPoll} disabledReason={whyNotSend}>
          {t('pollAsk')}
        </Button>
      }
    >
      <UnsavedInputGuard dirty={[question, ...options].some((text) => text !== '')} />
      <div className={styles.choosing}>
        <Field label={t('pollQuestion')} value={question} onChange={setQuestion} />
        {options.map((option, i) => (
          <Field
            // oxlint-disable-next-line react/no-array-index-key -- an option is identified by its index
            key={i}
            label={t('pollOption', { number: i + 1 })}
            value={option}
            onChange={(text) => setOptions(options.map((each, index) => (index === i ? text : each)))}
          />
        ))}
        {options.length < pollOptions.max && (
          <Button kind="quiet" flush onClick={() => setOptions([...options, ''])}>
            {t('pollMore')}
          </Button>
        )}
        <Checkbox label={t('pollMaySeveral')} value={several} onChange={setSeveral} />
      </div>
    </Dialog>
  )
}
