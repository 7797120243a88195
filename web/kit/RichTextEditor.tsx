import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/tiptap/styles.css'
import { RichTextEditor } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect } from 'react'
import { linkTo, type RichText } from '#shared/rules/richText.ts'
import { useTexts } from '../i18n.ts'
import type { FieldProps } from './Frame.tsx'
import { PictureIcon } from './lucideIcons.ts'
import { Kit } from './Kit.tsx'
import { pictureNode, type SourceOf } from './pictureNode.ts'
import styles from './RichText.module.css'
import english from './texts.en.json'

/** Enables pictures in the text. `ask` lets the user pick one and passes it to `put` once it is available. */
export type Pictures = {
  sourceOf: SourceOf
  ask: (put: (picture: { fileId: string; alt: string }) => void) => void
}

type Props = Pick<FieldProps<RichText>, 'value' | 'onChange' | 'onBlur' | 'fault' | 'required' | 'disabledReason'> & {
  labelledBy: string
  pictures?: Pictures | undefined
  describedBy: string
}

/** Only the marks and nodes of `rules/richText.ts`. The editor injects no styles into the page. */
const extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (uri) => linkTo(uri) !== undefined,
      HTMLAttributes: { rel: 'noopener noreferrer', target: '_blank' },
    },
  }),
]

export function Editor({
  value,
  onChange,
  onBlur,
  fault,
  required,
  disabledReason,
  labelledBy,
  describedBy,
  pictures,
}: Props) {
  const t = useTexts('kit', english)
  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
    'aria-invalid': String(fault !== undefined),
    ...(required && { 'aria-required': 'true' }),
  }
  const editor = useEditor({
    extensions: pictures ? [...extensions, pictureNode(pictures.sourceOf)] : extensions,
    injectCSS: false,
    content: value,
    shouldRerenderOnTransaction: true,
    editorProps: { attributes },
    onUpdate: ({ editor: changed }) => onChange(changed.getJSON() as RichText),
    ...(onBlur && { onBlur }),
  })
  const editable = disabledReason === undefined
  useEffect(() => editor.setEditable(editable, false), [editor, editable])
  // External changes, such as a draft that has just been loaded, replace the content.
  useEffect(() => {
    // During navigation the editor may already be destroyed.
    if (!editor.isDestroyed && JSON.stringify(editor.getJSON()) !== JSON.stringify(value))
      editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  const labels = {
    boldControlLabel: t('bold'),
    italicControlLabel: t('italic'),
    underlineControlLabel: t('underline'),
    h1ControlLabel: t('heading', { level: 1 }),
    h2ControlLabel: t('heading', { level: 2 }),
    bulletListControlLabel: t('bulletList'),
    orderedListControlLabel: t('orderedList'),
    blockquoteControlLabel: t('quote'),
    linkControlLabel: t('link'),
    unlinkControlLabel: t('unlink'),
    linkEditorInputLabel: t('linkAddress'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorSave: t('linkSave'),
    linkEditorExternalLink: t('linkNewTab'),
    linkEditorInternalLink: t('linkSameTab'),
    undoControlLabel: t('undoTyping'),
    redoControlLabel: t('redoTyping'),
  }
  return (
    <Kit>
      <RichTextEditor
        editor={editor}
        labels={labels}
        classNames={{ root: styles.root, toolbar: styles.toolbar, control: styles.control, content: styles.content }}
      >
        <RichTextEditor.Toolbar role="toolbar" aria-label={t('formatting')}>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H1 />
            <RichTextEditor.H2 />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link popoverProps={{ zIndex: 'var(--z-popover)', transitionProps: { duration: 0 } }} />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          {pictures && (
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Control
                aria-label={t('picture')}
                title={t('picture')}
                onClick={() =>
                  pictures.ask((picture) =>
                    editor.chain().focus().insertContent({ type: 'picture', attrs: picture }).run(),
                  )
                }
              >
                <PictureIcon size={16} />
              </RichTextEditor.Control>
            </RichTextEditor.ControlsGroup>
          )}
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Kit>
  )
}
