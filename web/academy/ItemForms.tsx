import { useState } from 'react'
import { descriptionLimit, itemFaults, maxTagsPerItem, type StorageType } from '#shared/rules/library.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { type Bound, useForm } from '../kit/form/useForm.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { newPart } from '../api/newPart.ts'
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { useSave } from '../shell/useSave.ts'
import { useSaveIfUnchanged } from '../shell/useVersionedSave.ts'
import { useDraftPart } from '../api/useDraftPart.ts'
import styles from './Academy.module.css'
import { type Detail, ITEM, type Place, refreshes, TAGS } from './place.ts'
import { AccessList } from './AccessList.tsx'
import { type ShownPlayersEdit, ShownPlayersField, applyShownEdit } from './ShownPlayersField.tsx'
import english from './texts.en.json'
import { kindOf } from './types.tsx'

const emptyValues = { name: '', description: '', hyperLink: '' }

/** Adds a folder, a link, a form or a to-do task to the current folder. */
export function AddForm({
  place,
  isOwned,
  type,
  close,
}: {
  place: Place
  isOwned: boolean
  type: Exclude<StorageType, 'FILE'>
  close: () => void
}) {
  const t = useTexts('academy', english)
  const { orgId, folderId } = place
  const draft = `library.${type}.${folderId ?? orgId}`
  const newItem = useDraftPart('s', draft)
  const [createdId, setCreatedId] = useState<string>()
  const savedBefore = useSavedBefore(refreshes)
  const creating = useSave('POST /rest-api/academy/storage/organization', { refreshes, saved: t('added') })
  const form = useForm({
    draft,
    onDiscard: newItem.startNew,
    values: emptyValues,
    faults: (values) => itemFaults(type, values),
    async save({ name, description, hyperLink }) {
      const { part } = newItem
      const body = { organizationId: orgId, type, name, description, part, parentId: folderId ?? null }
      const add = () => creating.save({ body: { ...body, ...(type === 'LINK' && { hyperLink }) } })
      if (!(await newItem.send(add, savedBefore))) return setCreatedId(`${orgId}.${part}`)
      close()
    },
  })
  if (createdId !== undefined) return <EditForm orgId={orgId} itemId={createdId} close={close} />
  return (
    <>
      <Form of={form} submit={t('addIt')}>
        <Field label={t('name')} required autoComplete="off" {...form.field('name')} />
        {type === 'LINK' && (
          <Field label={t('address')} required type="url" hint={t('addressHint')} {...form.field('hyperLink')} />
        )}
        <TextArea label={t('description')} limit={descriptionLimit} {...form.field('description')} />
        {isOwned && folderId === undefined && <p>{t('onlyYouWillSee')}</p>}
      </Form>
      {folderId !== undefined && <AccessList orgId={orgId} storageItemId={folderId} />}
    </>
  )
}

/** Edits an item's name, description and tags. */
export function EditForm({ orgId, itemId, close }: { orgId: string; itemId: string; close: () => void }) {
  const t = useTexts('academy', english)
  const read = useApi(ITEM, { orgId, storageItemId: itemId }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      failed={t('itemFailed')}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="64px" />
          <Skeleton height="96px" />
        </Skeletons>
      }
    >
      {(item) => <EditFields item={item} reload={read.mutate} close={close} />}
    </Loaded>
  )
}

const noChange: ShownPlayersEdit = { added: [], removed: [] }

type EditProps = { item: Detail; reload: () => Promise<unknown>; close: () => void }

function EditFields({ item, reload, close }: EditProps) {
  const t = useTexts('academy', english)
  const { organizationId: orgId, id: storageItemId, type } = item
  const showsPeople = ['picture', 'video'].includes(kindOf(item))
  const saving = useSave('PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}', {
    refreshes,
    saved: t('updated'),
  })
  const tagging = useSave('PUT /rest-api/academy/storage/tag', { refreshes: [TAGS], failed: t('saveFailed') })
  /** Returns the id of the tag with this name, creating it if needed. Undefined if that failed; useSave shows the error. */
  const makeTag = async (tag: string) =>
    (await tagging.save({ body: { organizationId: orgId, tag, part: newPart('k') } }))?.id
  const storedValues = { name: item.name, description: item.description, hyperLink: item.hyperLink, tags: item.tags }
  const initialState = useState(storedValues)
  const form = useForm({
    draft: `library.${storageItemId}`,
    values: {
      name: item.name,
      description: item.description,
      hyperLink: item.hyperLink ?? '',
      tags: item.tagTexts.map(({ id }) => id),
      newTag: '',
      inIt: noChange,
    },
    faults: (values) => itemFaults(type, values),
    async save({ name, description, hyperLink, newTag, inIt, ...values }) {
      // A tag that was typed but not added yet is meant as well.
      const tagId = newTag && (await makeTag(newTag))
      if (tagId === undefined) return false
      const tags = tagId ? withTag(values.tags, tagId) : values.tags
      const shows = applyShownEdit(item, inIt).map(({ playerId }) => playerId)
      const began = { shows: item.shown.map(({ playerId }) => playerId) }
      // Sent only if it was changed here: others may have changed it meanwhile.
      const hasShownChange = showsPeople && shows.join() !== began.shows.join()
      const body = {
        name,
        description,
        tags,
        ...(type === 'LINK' && { hyperLink }),
        ...(hasShownChange && { shows, began }),
      }
      const change = (before: typeof storedValues) => saving.save({ orgId, storageItemId, body: { ...body, before } })
      if (!(await versionedSave.save(change))) return false
      close()
      return true
    },
  })
  const versionedSave = useSaveIfUnchanged(initialState, {
    current: storedValues,
    isDirty: form.dirty,
    refetch: reload,
    resetForm: form.discard,
  })
  return (
    <Form of={form} submit={t('save')}>
      <ConflictNotice onReload={versionedSave.reload} />
      <Field label={t('name')} required autoComplete="off" {...form.field('name')} />
      {type === 'LINK' && <Field label={t('address')} required type="url" {...form.field('hyperLink')} />}
      <TextArea label={t('description')} limit={descriptionLimit} {...form.field('description')} />
      <TagChoice
        orgId={orgId}
        {...form.field('tags')}
        typed={form.field('newTag')}
        make={makeTag}
        making={tagging.saving}
      />
      {showsPeople && <ShownPlayersField item={item} {...form.field('inIt')} />}
    </Form>
  )
}

const withTag = (tags: string[], tagId: string) => (tags.includes(tagId) ? tags : [...tags, tagId])

type TagChoiceProps = {
  orgId: string
  value: string[]
  onChange: (tags: string[]) => void
  typed: Bound<string>
  make: (tag: string) => Promise<string | undefined>
  making: boolean
}

/** Chooses from the club's tags, or creates a new one. */
function TagChoice({ orgId, value, onChange, typed, make, making }: TagChoiceProps) {
  const t = useTexts('academy', english)
  const { data } = useApi(TAGS, { query: { organizationId: orgId } }, { handles: ['failures'] })
  async function add() {
    const tag = typed.value.trim()
    const tagId = tag && !making && (await make(tag))
    if (!tagId) return
    typed.onChange('')
    onChange(withTag(value, tagId))
  }
  const isFull = value.length >= maxTagsPerItem
  return (
    <fieldset className={styles.tagChoice}>
      <legend>{t('tags')}</legend>
      {(data?.tags ?? []).map(({ id, tag }) => (
        <Checkbox
          key={id}
          label={tag}
          value={value.includes(id)}
          {...(isFull && !value.includes(id) && { disabledReason: t('tagsFull', { count: maxTagsPerItem }) })}
          onChange={(on) => onChange(on ? [...value, id] : value.filter((each) => each !== id))}
        />
      ))}
      <Field
        label={t('newTag')}
        autoComplete="off"
        {...typed}
        // Enter adds the tag and does not submit the form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void add()
        }}
      />
      <Button onClick={() => void add()} busy={making}>
        {t('addTag')}
      </Button>
    </fieldset>
  )
}
