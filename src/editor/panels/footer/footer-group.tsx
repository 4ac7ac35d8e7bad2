import { lazy, Suspense, useState } from 'react'
import { deckFields } from '../../../rules/deck-columns.ts'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useStore } from '../../../ui/store.ts'
import { setSettings } from '../../commands/settings-commands.ts'
import { useEditor, useEditorInstance } from '../../state/use-editor.ts'
import { openTheme, openThemes } from '../../themes/open-themes.ts'
import panel from '../panel.module.css'
import type { FooterModel } from './footer-fields.tsx'

const FooterFields = lazy(async () => ({ default: (await import('./footer-fields.tsx')).FooterFields }))

function DeckFooter() {
  const { model, services } = useEditorInstance()
  const { footer, theme_id: themeId, rtl } = useEditor(({ deck }) => deck.settings)
  useStore(openThemes)
  const footerModel: FooterModel = {
    value: footer,
    theme: openTheme(themeId)?.footer ?? '',
    rtl,
    set: (value, merge) => {
      const { label } = deckFields.footer
      model.apply(setSettings({ footer: value }), {
        undo: merge ? 'merge' : 'step',
        label,
        key: merge ? 'footer text' : 'footer',
      })
    },
    chooseLogo: async () => {
      const [image] = (await services.chooseImages({ action: 'Use as logo' }))?.images ?? []
      return image ? { src: image.url, alt: image.alt } : null
    },
  }
  return <FooterFields model={footerModel} />
}

/** The footer of the deck's slides. Its fields are loaded when the section is first opened. */
export function FooterGroup() {
  const [isOpened, setOpened] = useState(false)
  return (
    <details className={panel.group} onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className={panel.summary}>{deckFields.footer.label}</summary>
      {isOpened && (
        <AreaBoundary>
          <Suspense fallback={<Spinner small label="Opening the footer" />}>
            <DeckFooter />
          </Suspense>
        </AreaBoundary>
      )}
    </details>
  )
}
