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
import { changedFrom, same, trimmed } from './same.ts'
import { hasUnread } from './unread.ts'
import { useFocusFault } from './useFocusFault.ts'
import { useStanding } from './useStanding.ts'

/** The value at a path: of `kids.0.age` in `{ kids: { age: number }[] }` it is `number`. */
type ValueAt<Values, Path extends string> = Path extends keyof Values
  ? Values[Path]
  : Path extends `${infer Head}.${infer Rest}`
    ? ValueAt<Head extends keyof Values ? Values[Head] : ItemOf<Values>, Rest>
    : ItemOf<Values>
type ItemOf<Values> = Values extends readonly (infer Item)[] ? Item : never

/** What a field of the kit gets from its form: `<Field label={…} {...form.field('firstName')} />`. */
export type Bound<Value> = Pick<FieldProps<Value>, 'value' | 'onChange'> & {
  name: string
  onBlur: () => void
  fault: string | undefined
}

type Input<Values extends object> = {
  /** What stands, as it is saved. When it changes elsewhere, fields that nobody has changed here follow. */
  values: Values
  /** What is wrong with each value, by path: a rule of `shared/rules`. */
  faults?: (values: Values) => ValueFaults
  /**
   * Saves; texts come without blanks around. An `ApiProblem` that it throws stands at the fields that it names, or above the actions; `false` says that it
   * was not saved and that the person knows. All that was typed stays until it is saved.
   */
  save: (values: Values) => Promise<unknown>
  /** Under which name what was typed is kept, with the id of what is edited. Left out for what must not be kept anywhere. */
  draft?: string
  /** Called where what was typed is thrown away: what is typed next is something else. */
  thrownAway?: (() => void) | undefined
  /** Asked before the person throws it away; where it says no, all of it stays. */
  mayThrowAway?: (() => Promise<boolean>) | undefined
  /** Fields that are never kept, such as a card's number, or a file. */
  secret?: readonly (keyof Values & string)[]
  /** What the contract calls fields of other names: `{ playerName: 'name' }`. */
  sentAs?: Readonly<Record<string, string>>
}

/** A form: fields by name, faults at their fields, and nothing that was typed is lost. Goes into `<Form of={form}>`. */
export function useForm<Values extends object>({
  faults,
  save,
  draft,
  thrownAway,
  mayThrowAway,
  secret = [],
  sentAs = {},
  ...input
}: Input<Values>) {
  const node = useRef<HTMLFormElement>(null)
  const [restored, setRestored] = useState(() => restoredOf(input.values, draft))
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [saving, setSaving] = useState(false)
  const emptied = useRef(false)
  const form = useMantineForm<Values>({
    initialValues: { ...input.values, ...restored },
    validate: (values) => textsOf(faults?.(values)),
  })
  const focusFault = useFocusFault(node, form.errors)
  const { standing, begin } = useStanding(input.values, form.getValues, form.setValues)
  const typed = changedFrom(standing, form.values)
  const dirty = Object.keys(typed).length > 0
  const isUnkept = useKeptDraft(draft, typed, secret)
  // What a draft holds is found again; and what is being saved may lead on from here by itself.
  const { letGo, mayLeave } = useLeaveGuard(!saving && isUnkept)

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (saving) return
    setTried(true)
    setProblem(undefined)
    if (form.validate().hasErrors || hasUnread(node.current)) return focusFault()
    setSaving(true)
    const sent = form.getValues()
    const end = begin(sent)
    emptied.current = false
    letGo()
    try {
      const outcome = await save(trimmed(sent))
      // Begun anew for the next one, it stands as at its beginning: what was saved is none of its own any more.
      end(outcome !== false && !emptied.current)
      if (outcome === false) return
      // Where saving has led on from here, nothing that follows is drawn any more; what was typed meanwhile stays kept.
      if (draft && same(form.getValues(), sent)) keepDraft(draft, {})
      setTried(false)
      setRestored({})
    } catch (error) {
      end(false)
      if (!(error instanceof ApiProblem)) throw error
      refuse(error)
    } finally {
      setSaving(false)
    }
  }

  /** Whether nothing is wrong with fields that are used by themselves; what is wrong stands at them. */
  function areRight(...paths: (keyof Values & string)[]): boolean {
    const found = Object.entries(textsOf(faults?.(form.getValues())))
    return !showFaults(found.filter(([path]) => isOneOf(path, paths)))
  }

  /** Marks these fields, by path, in place of those marked before; whether there are any. */
  function showFaults(found: [string, string][]): boolean {
    form.setErrors(Object.fromEntries(found))
    if (found.length > 0) focusFault()
    return found.length > 0
  }

  function refuse(refused: ApiProblem) {
    // Closed meanwhile: there is no form any more to say it in.
    if (!node.current && !refused.told) return showSnackbar({ text: problemText(refused), tone: 'danger' })
    const found = refused.faults
      .map((fault): [string, string] => [sentAs[fault.at] ?? fault.at, faultText(fault)])
      .filter(([path]) => node.current?.querySelector(`[data-field="${CSS.escape(path)}"]`))
    if (!showFaults(found) && !refused.told) setProblem(problemText(refused))
  }

  function discard() {
    emptied.current = true
    thrownAway?.()
    form.setValues(standing)
    form.clearErrors()
    setProblem(undefined)
    setRestored({})
    setTried(false)
  }

  return {
    node,
    values: form.values,
    /** Whether something was changed that is not saved. */
    dirty,
    saving,
    /** What went wrong and stands at no field. */
    problem,
    /** Whether it began with what was typed before. */
    restored: dirty && Object.keys(restored).length > 0,
    submit,
    areRight,
    /** Whether the form may be closed, as by Cancel: asks where what was typed would be lost. */
    mayLeave,
    /** Throws away what was typed; called while it is saved, it is for what comes next. */
    discard,
    /** The same, as the person asks for it. */
    async throwAway() {
      if (!mayThrowAway || (await mayThrowAway())) discard()
    },
    /** What a field of the kit gets; `path` names its value, in lists and parts too: `kids.0.age`. */
    field<Path extends string>(path: Path): Bound<ValueAt<Values, Path>> {
      const at = path as LooseKeys<Values>
      const { value, error } = form.getInputProps(at) as { value: ValueAt<Values, Path>; error: unknown }
      const field = path.split('.')[0] ?? path
      return {
        name: path,
        value,
        onChange: (next) => form.setFieldValue(at, next as never),
        // Who only passed by has done nothing wrong yet.
        onBlur: () => (tried || field in typed) && afterTap(() => void form.validateField(at)),
        fault: typeof error === 'string' ? error : undefined,
      }
    },
    /** For lists of parts: a new one at the end, one away, one to another place. */
    add: (path: keyof Values & string, item: unknown) => form.insertListItem(path, item as never),
    remove: (path: keyof Values & string, index: number) => form.removeListItem(path, index),
    move: (path: keyof Values & string, from: number, to: number) => form.reorderListItem(path, { from, to }),
  }
}

export type KitForm = Pick<
  ReturnType<typeof useForm>,
  'node' | 'dirty' | 'saving' | 'problem' | 'restored' | 'submit' | 'throwAway'
>

const isOneOf = (text: string, all: readonly string[]) => all.includes(text)

/** What was typed before, as far as such fields still exist. */
function restoredOf<Values extends object>(standing: Values, draft: string | undefined): Partial<Values> {
  const kept = Object.entries(draft ? readDraft(draft) : {}).filter(([field]) => field in standing)
  return Object.fromEntries(kept) as Partial<Values>
}

/** Keeps what was typed in the draft. True while some of it is held by the form alone: what the device does not keep, or must not. */
function useKeptDraft(draft: string | undefined, typed: object, secret: readonly string[]): boolean {
  const isUnkept = useUnkept(draft)
  const kept = JSON.stringify(Object.fromEntries(Object.entries(typed).filter(([field]) => !isOneOf(field, secret))))
  useEffect(() => {
    if (draft) keepDraft(draft, JSON.parse(kept) as Record<string, unknown>)
  }, [draft, kept])
  return Object.keys(typed).some((field) => isUnkept || isOneOf(field, secret))
}

/** What is wrong with each value, by path, as it stands at its field. */
const textsOf = (faults: ValueFaults = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([path, fault]) => (fault ? [[path, faultText(fault)] as const] : [])),
  )
