import { type ReactNode, useEffect, useState } from 'react'
import { addressParts, answerDays, answerLimit, visibleQuestions } from '#shared/rules/register/answers.ts'
import { titleIn } from '#shared/rules/registrations/questions.ts'
import { ApiProblem, callApi } from '../api.ts'
import { problemText, readerLanguage, useTexts } from '../i18n.ts'
import { DateField } from '../kit/DateField.tsx'
import { Field } from '../kit/Field.tsx'
import { FileDrop } from '../kit/FileDrop.tsx'
import { Radios } from '../kit/Radios.tsx'
import { CheckboxGroup } from '../kit/CheckboxGroup.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { oneText } from '../kit/form/oneText.ts'
import type { Bound } from '../kit/form/useForm.ts'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { smallerPhoto } from '../kit/scaledJpeg.ts'
import type { RegistrationForm, SignedText } from './formValues.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

type Question = RegistrationForm['questions'][number]
type Props = {
  registrationId: string
  questions: Question[]
  answers: Record<string, string[]>
  field: (name: string) => Bound<string[] | undefined>
  /** The signer; undefined while nobody is signed in. */
  signer: { firstName: string; lastName: string } | undefined
  /** Signatures already given, by question. */
  signedTexts: ReadonlyMap<string, SignedText>
  /** Called with 1 when an upload starts and with -1 when it ends. */
  onUploadChange: (more: 1 | -1) => void
}

/** The club's questions; conditional ones appear and disappear with the answers that they depend on. */
export function QuestionFields({ questions, answers, ...props }: Props) {
  return visibleQuestions(questions, answers).map((question) => (
    <QuestionField key={question.id} question={question} {...props} />
  ))
}

type QuestionFieldProps = Omit<Props, 'questions' | 'answers'> & { question: Question }
function QuestionField({ question, ...props }: QuestionFieldProps) {
  const { answerType, questionTitle: title, description } = question
  switch (answerType) {
    case 'SECTION_TITLE':
      return (
        <div className={styles.section}>
          <h2>{title}</h2>
          {description && <p className={styles.text}>{description}</p>}
        </div>
      )
    case 'TEXT_BLOCK':
      return (
        <div>
          {title && <h3 className={styles.blockTitle}>{title}</h3>}
          <p className={styles.text}>{description}</p>
        </div>
      )
    case 'WAIVER':
    case 'SIGNATURE_BLOCK':
      return <SignatureField question={question} {...props} />
    case 'FILE_ATTACHMENT':
      return <AttachmentField question={question} {...props} />
    default:
      return <AnswerField question={question} {...props} />
  }
}

const autoComplete: Record<string, string> = {
  ADDRESS: 'street-address',
  CITY: 'address-level2',
  STATE: 'address-level1',
  ZIP: 'postal-code',
  HOME_PHONE: 'tel',
  MOBILE_PHONE: 'tel',
}

function AnswerField({ question, field }: QuestionFieldProps) {
  const t = useTexts('register', english)
  const { id, answerType, description, answers, optional, standardLabel = '' } = question
  const label = titleIn(question, readerLanguage())
  const bound = field(`answers.${id}`)
  const sharedProps = { label, hint: description || undefined, required: !optional }
  const options = answers.map((value) => ({ value, label: value }))
  const isPhone = standardLabel.endsWith('PHONE')
  if (answerType === 'LONG_TEXT') return <TextArea {...sharedProps} {...oneText(bound)} limit={answerLimit} />
  if (answerType === 'DATE') return <DateField {...sharedProps} {...answerDays} {...oneText(bound)} />
  if (answerType === 'OPTIONS_CHOOSE_ONE') return <Radios {...sharedProps} {...oneText(bound)} options={options} />
  if (answerType === 'OPTIONS_CHOOSE_MULTIPLE')
    return <CheckboxGroup {...sharedProps} {...bound} id={id} options={answers} />
  const input = (
    <Field
      {...sharedProps}
      {...oneText(bound)}
      autoComplete={autoComplete[standardLabel] ?? 'off'}
      {...(answerType === 'NUMBER' && { inputMode: 'decimal' as const })}
      {...(isPhone && { type: 'tel' })}
    />
  )
  if (standardLabel !== 'ADDRESS') return input
  return (
    <>
      {input}
      <div className={styles.row}>
        {addressParts.map((part) => (
          <Field
            key={part}
            label={t(part)}
            required={!optional}
            {...oneText(field(`answers.${id}:${part}`))}
            autoComplete={autoComplete[part.toUpperCase()]}
          />
        ))}
      </div>
    </>
  )
}

/** The full text and the name that signs it. */
function SignatureField({ question, field, signer, signedTexts }: QuestionFieldProps) {
  const t = useTexts('register', english)
  const { id, questionTitle, description, optional } = question
  const signedText = signedTexts.get(id)
  const name = signer && `${signer.firstName} ${signer.lastName}`.trim()
  const hint =
    name === undefined
      ? t('signWhenSignedIn')
      : name === ''
        ? t('nameInProfile')
        : t(optional ? 'maySignAs' : 'signAs', { name })
  return (
    <div className={styles.section}>
      <h3 className={styles.blockTitle}>{questionTitle}</h3>
      <p className={styles.agreed}>{description}</p>
      {signedText && (
        <p>{t('signedAlready', { name: signedText.name, when: dateTimeText(signedText.signedAt, readerZone()) })}</p>
      )}
      {!signedText && (
        <Field
          label={t('signature')}
          hint={hint}
          required={!optional}
          {...oneText(field(`answers.${id}`))}
          autoComplete="off"
          {...(signer === undefined && { disabledReason: t('signWhenSignedIn') })}
        />
      )}
    </div>
  )
}

/** Limits in bytes: for a file, and for a photo before it is scaled down. */
const [maxBytes, maxPhotoBytes] = [3_000_000, 20_000_000]
/** A file is uploaded as soon as it is chosen; its id is the answer. */
function AttachmentField({ question, field, registrationId, signer, onUploadChange }: QuestionFieldProps) {
  const t = useTexts('register', english)
  const { id, questionTitle: label, description, optional } = question
  const { value = [], onChange, fault, name } = field(`answers.${id}`)
  const [sentFile, setSentFile] = useState<File>()
  const [state, setState] = useState<{ busy?: true; problem?: string }>({})
  const [upload, setUpload] = useState<AbortController>()
  // Aborts the upload when another file is chosen, the file is removed, or the screen is left.
  useEffect(() => () => upload?.abort(), [upload])
  async function sendFile(file: File | undefined) {
    const controller = new AbortController()
    setUpload(controller)
    setSentFile(file)
    setState(file ? { busy: true } : {})
    if (!file) return onChange([])
    onUploadChange(1)
    try {
      const fittingFile = file.size > maxBytes ? await smallerPhoto(file, maxBytes) : file
      if (controller.signal.aborted) return
      if (!fittingFile) {
        setSentFile(undefined)
        return setState({ problem: t('notPicture') })
      }
      const input = { registrationId, body: { file: fittingFile } }
      const { fileId } = await callApi('POST /rest-api/register/{registrationId}/file', input, {
        as: 'multipart',
        handles: ['failures', 'not_allowed'],
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      onChange([fileId])
      setState({})
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (controller.signal.aborted) return
      setSentFile(undefined)
      setState({ problem: problemText(error) })
    } finally {
      onUploadChange(-1)
    }
  }
  const hint: ReactNode = state.busy
    ? t('sendingFile')
    : value.length > 0 && !sentFile
      ? t('fileThere')
      : description || t('fileHint')
  // A file sent earlier has no known name, but can still be removed.
  const shownFiles = value.length > 0 && !sentFile && !state.busy ? [new File([], t('fileSent'))] : []
  return (
    <FileDrop
      label={label}
      name={name}
      value={sentFile ? [sentFile] : shownFiles}
      onChange={([file]) => void sendFile(file)}
      fault={state.problem ?? fault}
      hint={hint}
      required={!optional}
      accept="image/jpeg,image/png,image/webp,application/pdf"
      maxBytes={maxBytes}
      maxPhotoBytes={maxPhotoBytes}
      {...(signer === undefined && { disabledReason: t('fileWhenSignedIn') })}
    />
  )
}
