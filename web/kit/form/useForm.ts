import { type LooseKeys, useForm as useMantineForm } from '@mantine/form'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { ApiProblem } from '../../api.ts'
import { faultText } from '../../problems/faultText.ts'
import { problemText } from '../../i18n.ts'
import type { FieldProps } from '../Frame.tsx'
import { showSnackbar } from '../Snackbar.tsx'
import { useLeaveGuard } from '../useLeaveGuard.ts'
import { afterTap } from './afterTap.ts'
import { keepDraft, readDraft, useUnkept } from './drafts.ts'
import { changedFields, isEqual, trimmed } from './equality.ts'
import { hasUnread } from './unread.ts'
import { useFocusFault } from './useFocusFault.ts'
import { useBaseline } from './useBaseline.ts'

/** The value at a path: of `kids.0.age` in `{ kids: { age: number }[] }` it is `number`. */
type ValueAt<Values, Path extends string> = Path extends keyof Values
  ? Values[Path]
  : Path extends `${infer Head}.${infer Rest}`
    ? ValueAt<Head extends keyof Values ? Values[Head] : ItemOf<Values>, Rest>
    : ItemOf<Values>
type ItemOf<Values> = Values extends readonly (infer Item)[] ? Item : never

/** The props a field of the kit gets from its form: `<Field label={…} {...form.field('firstName')} />`. */
export type Bound<Value> = Pick<FieldProps<Value>, 'value' | 'onChange'> & {
  name: string
  onBlur: () => void
  fault: string | undefined
}

type Input<Values extends object> = {
  /** The saved values. When they change elsewhere, fields that are not edited here follow. */
  values: Values
  /** Validates the values, by path: a rule of `shared/rules`. */
  faults?: (values: Values) => ValueFaults
  /**
   * Saves; texts are trimmed. A thrown `ApiProblem` is shown at the fields it names, or above the actions; `false` means that
   * nothing was saved and the user knows. All input is kept until it is saved.
   */
  save: (values: Values) => Promise<unknown>
  /** The name under which input is stored, with the id of what is edited. Omit it for input that must not be stored. */
  draft?: string
  /** Called when the input is discarded: what is typed next is a new item. */
  onDiscard?: (() => void) | undefined
  /** Asked before the user discards the input; if it resolves to false, everything stays. */
  confirmDiscard?: (() => Promise<boolean>) | undefined
  /** Fields that are never stored, such as a card number or a file. */
  secret?: readonly (keyof Values & string)[]
  /** Maps the contract's field names that differ: `{ playerName: 'name' }`. */
  fieldNames?: Readonly<Record<string, string>>
}

/** Form state: fields by name, faults at their fields, and no input gets lost. Pass it to `<Form of={form}>`. */
export function useForm<Values extends object>({
  faults,
  save,
  draft,
  onDiscard,
  confirmDiscard,
  secret = [],
  fieldNames = {},
  ...input
}: Input<Values>) {
  const node = useRef<HTMLFormElement>(null)
  const [restoredInput, setRestoredInput] = useState(() => readStored(input.values, draft))
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [saving, setSaving] = useState(false)
  const isDiscarded = useRef(false)
  const form = useMantineForm<Values>({
    initialValues: { ...input.values, ...restoredInput },
    validate: (values) => messagesOf(faults?.(values)),
  })
  const focusFault = useFocusFault(node, form.errors)
  const { baseline, beginSave } = useBaseline(input.values, form.getValues, form.setValues)
  const changes = changedFields(baseline, form.values)
  const dirty = Object.keys(changes).length > 0
  const isUnkept = useStoredDraft(draft, changes, secret)
  // Drafts are restored, and a save in progress may navigate by itself, so neither asks before leaving.
  const { releaseGuard, mayLeave } = useLeaveGuard(!saving && isUnkept)

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (saving) return
    setWasSubmitted(true)
    setProblem(undefined)
    if (form.validate().hasErrors || hasUnread(node.current)) return focusFault()
    setSaving(true)
    const sentValues = form.getValues()
    const endSave = beginSave(sentValues)
    isDiscarded.current = false
    releaseGuard()
    try {
      const outcome = await save(trimmed(sentValues))
      // If it was discarded while saving, it now holds the next item, so the saved values are not its baseline.
      endSave(outcome !== false && !isDiscarded.current)
      if (outcome === false) return
      // If saving navigated away, no later effect runs; anything typed since stays in the draft.
      if (draft && isEqual(form.getValues(), sentValues)) keepDraft(draft, {})
      setWasSubmitted(false)
      setRestoredInput({})
    } catch (error) {
      endSave(false)
      if (!(error instanceof ApiProblem)) throw error
      showRefusal(error)
    } finally {
      setSaving(false)
    }
  }

  /** Validates only these fields and shows their faults; true if there are none. */
  function validateFields(...paths: (keyof Values & string)[]): boolean {
    const messages = Object.entries(messagesOf(faults?.(form.getValues())))
    return !showFaults(messages.filter(([path]) => isAmong(path, paths)))
  }

  /** Shows these faults, by path, in place of the previous ones; returns whether there are any. */
  function showFaults(messages: [string, string][]): boolean {
    form.setErrors(Object.fromEntries(messages))
    if (messages.length > 0) focusFault()
    return messages.length > 0
  }

  function showRefusal(refusal: ApiProblem) {
    // The form was closed meanwhile, so it cannot show the error.
    if (!node.current && !refusal.isReported) return showSnackbar({ text: problemText(refusal), tone: 'danger' })
    const messages = refusal.faults
      .map((fault): [string, string] => [fieldNames[fault.at] ?? fault.at, faultText(fault)])
      .filter(([path]) => node.current?.querySelector(`[data-field="${CSS.escape(path)}"]`))
    if (!showFaults(messages) && !refusal.isReported) setProblem(problemText(refusal))
  }

  function discard() {
    isDiscarded.current = true
    onDiscard?.()
    form.setValues(baseline)
    form.clearErrors()
    setProblem(undefined)
    setRestoredInput({})
    setWasSubmitted(false)
  }

  return {
    node,
    values: form.values,
    /** Whether there are unsaved changes. */
    dirty,
    saving,
    /** An error that belongs to no field. */
    problem,
    /** Whether it started with restored input. */
    restored: dirty && Object.keys(restoredInput).length > 0,
    submit,
    validateFields,
    /** Whether the form may be closed, as by Cancel: asks if input would be lost. */
    mayLeave,
    /** Discards the input; called during a save, it starts the next item. */
    discard,
    /** Discards the input at the user's request. */
    async confirmAndDiscard() {
      if (!confirmDiscard || (await confirmDiscard())) discard()
    },
    /** Binds a field of the kit; `path` names its value, nested ones too: `kids.0.age`. */
    field<Path extends string>(path: Path): Bound<ValueAt<Values, Path>> {
      const loosePath = path as LooseKeys<Values>
      const { value, error } = form.getInputProps(loosePath) as { value: ValueAt<Values, Path>; error: unknown }
      const field = path.split('.')[0] ?? path
      return {
        name: path,
        value,
        onChange: (next) => form.setFieldValue(loosePath, next as never),
        // Do not validate a field that was only tabbed through.
        onBlur: () => (wasSubmitted || field in changes) && afterTap(() => void form.validateField(loosePath)),
        fault: typeof error === 'string' ? error : undefined,
      }
    },
    /** For lists: append, remove and reorder items. */
    add: (path: keyof Values & string, item: unknown) => form.insertListItem(path, item as never),
    remove: (path: keyof Values & string, index: number) => form.removeListItem(path, index),
    move: (path: keyof Values & string, from: number, to: number) => form.reorderListItem(path, { from, to }),
  }
}

export type KitForm = Pick<
  ReturnType<typeof useForm>,
  'node' | 'dirty' | 'saving' | 'problem' | 'restored' | 'submit' | 'confirmAndDiscard'
>

const isAmong = (text: string, all: readonly string[]) => all.includes(text)

/** The stored input, without fields that no longer exist. */
function readStored<Values extends object>(baseline: Values, draft: string | undefined): Partial<Values> {
  const stored = Object.entries(draft ? readDraft(draft) : {}).filter(([field]) => field in baseline)
  return Object.fromEntries(stored) as Partial<Values>
}

/** Stores the input in the draft. True while some of it is only in memory: fields that are secret or could not be stored. */
function useStoredDraft(draft: string | undefined, changes: object, secret: readonly string[]): boolean {
  const isUnkept = useUnkept(draft)
  const storable = JSON.stringify(
    Object.fromEntries(Object.entries(changes).filter(([field]) => !isAmong(field, secret))),
  )
  useEffect(() => {
    if (draft) keepDraft(draft, JSON.parse(storable) as Record<string, unknown>)
  }, [draft, storable])
  return Object.keys(changes).some((field) => isUnkept || isAmong(field, secret))
}

/** The message of each fault, by path. */
const messagesOf = (faults: ValueFaults = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([path, fault]) => (fault ? [[path, faultText(fault)] as const] : [])),
  )
