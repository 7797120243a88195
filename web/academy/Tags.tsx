import { useEffect, useRef, useState } from 'react'
import { lastPart } from '#shared/ids.ts'
import { check, longest, required } from '#shared/rules/faults.ts'
import { storageTagLimit } from '#shared/rules/library.ts'
import { useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Academy.module.css'
import { ITEM, type Tag, TAGS } from './place.ts'
import english from './texts.en.json'

const TAG = 'PUT /rest-api/academy/storage/tag'
/** Tag names are shown in the tag list and in an item's details. */
const refreshes = [TAGS, ITEM] as const

/** The tags of a club, each with rename and remove. */
export function Tags({ orgId }: { orgId: string }) {
  const t = useTexts('academy', english)
  const read = useApi(TAGS, { query: { organizationId: orgId } }, { handles: ['failures'] })
  const list = useRef<HTMLUListElement>(null)
  // The pressed button disappears: focus moves to the list.
  const focusList = () => list.current?.focus()
  return (
    <Loaded
      read={read}
      failed={t('tagsFailed')}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="44px" />
          <Skeleton height="44px" />
        </Skeletons>
      }
      empty={{ when: ({ tags }) => tags.length === 0, show: <EmptyState title={t('noTags')} hint={t('noTagsHint')} /> }}
    >
      {({ tags }) => (
        <ul ref={list} tabIndex={-1} className={styles.tagList} aria-label={t('tags')}>
          {tags.map((tag) => (
            <li key={tag.id}>
              <TagItem orgId={orgId} tag={tag} focusList={focusList} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

type TagItemProps = { orgId: string; tag: Tag; focusList: () => void }
/** Several tags can be edited at once: starting on another one keeps what was typed. */
function TagItem({ orgId, tag, focusList }: TagItemProps) {
  const [isRenaming, setRenaming] = useState(false)
  if (isRenaming)
    return <TagRenameForm orgId={orgId} tag={tag} focusList={focusList} close={() => setRenaming(false)} />
  return <TagRow orgId={orgId} tag={tag} focusList={focusList} rename={() => setRenaming(true)} />
}

function TagRow({ orgId, tag: { id, tag }, rename, focusList }: TagItemProps & { rename: () => void }) {
  const t = useTexts('academy', english)
  // Items keep the tag's id, so that a tag re-created with the same id is on them again.
  const recreate = useSave(TAG, { refreshes, failed: problemText })
  const removal = useSave('DELETE /rest-api/academy/storage/tag/{storageTagId}', {
    refreshes,
    saved: t('removed'),
    failed: problemText,
    undo: () => void recreate.save({ body: { organizationId: orgId, tag, part: lastPart(id) } }),
  })
  async function remove() {
    const yes = await confirm({ title: t('deleteTag', { tag }), lost: t('deleteTagLost'), yes: t('delete') })
    if (yes && (await removal.save({ storageTagId: id }))) focusList()
  }
  return (
    <div className={styles.row}>
      <span className={styles.tagName}>{tag}</span>
      <Button kind="quiet" aria-label={t('renameTag', { tag })} onClick={rename}>
        {t('rename')}
      </Button>
      <Button kind="quiet" aria-label={t('removeTag', { tag })} busy={removal.saving} onClick={() => void remove()}>
        {t('delete')}
      </Button>
    </div>
  )
}

function TagRenameForm({
  orgId,
  tag: { id, tag: currentName },
  focusList,
  close,
}: TagItemProps & { close: () => void }) {
  const t = useTexts('academy', english)
  const { save } = useSave(TAG, { refreshes, saved: t('updated') })
  const form = useForm({
    values: { tag: currentName },
    faults: ({ tag }) => ({ tag: check(tag, required, longest(storageTagLimit)) }),
    async save({ tag }) {
      await save({ body: { organizationId: orgId, id, tag } })
      finish()
    },
  })
  const { node } = form
  function finish() {
    // Keeps the focus where the user is already editing another tag.
    const focusedForm = document.activeElement?.closest('form')
    if (!focusedForm || focusedForm === node.current) focusList()
    close()
  }
  useEffect(() => node.current?.querySelector('input')?.focus(), [node])
  return (
    <Form
      of={form}
      submit={t('save')}
      aria-label={t('renameTag', { tag: currentName })}
      actions={
        <Button kind="quiet" onClick={finish}>
          {t('cancel')}
        </Button>
      }
    >
      <Field label={t('nameOfTag')} required autoComplete="off" {...form.field('tag')} />
    </Form>
  )
}
