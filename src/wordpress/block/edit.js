/* The block in the editor: a place holder that names what was chosen. The form's script never runs in the editor, where other
   authors' markup is shown to administrators. WordPress asks for no build: this file runs as it is. */

;(({ blockEditor, blocks, components, element, i18n }, site) => {
  const { InspectorControls, useBlockProps } = blockEditor
  const { PanelBody, Placeholder, SelectControl, TextControl } = components
  const { createElement: el, Fragment } = element
  const { __ } = i18n

  const usual = () => ({ value: '', label: __('As in the settings', 'voter-registration') })
  const choices = (names) => [usual(), ...Object.entries(names).map(([value, label]) => ({ value, label }))]

  function Controls({ attributes, setAttributes }) {
    const control = (type, name, props) =>
      el(type, {
        value: String(attributes[name] ?? ''),
        onChange: (value) => setAttributes({ [name]: value }),
        ...props,
      })
    return el(
      InspectorControls,
      null,
      el(
        PanelBody,
        { title: __('Form', 'voter-registration') },
        control(SelectControl, 'locale', {
          label: __('Language', 'voter-registration'),
          options: choices(site.languages),
        }),
        control(SelectControl, 'look', { label: __('Look', 'voter-registration'), options: choices(site.lookNames) }),
        control(SelectControl, 'headingLevel', {
          label: __('Level of the heading', 'voter-registration'),
          options: [1, 2, 3, 4, 5, 6].map((level) => ({ value: String(level), label: String(level) })),
          onChange: (level) => setAttributes({ headingLevel: Number(level) }),
        }),
        control(TextControl, 'partner', { label: __('Name of this form', 'voter-registration') }),
      ),
    )
  }

  function Chosen({ attributes: { locale, look, partner } }) {
    const chosen = [site.languages[locale], site.lookNames[look], partner].filter(Boolean)
    return el(
      Placeholder,
      { icon: 'yes-alt', label: __('Voter registration', 'voter-registration') },
      el('p', null, __('The form appears here on the page.', 'voter-registration')),
      chosen.length > 0 && el('p', null, chosen.join(' · ')),
    )
  }

  const missing = () =>
    el(
      Placeholder,
      { icon: 'yes-alt', label: __('Voter registration', 'voter-registration') },
      site.settingsUrl === ''
        ? __('An administrator has to set the address of the BFF first.', 'voter-registration')
        : el('a', { href: site.settingsUrl }, __('Set the address of your BFF.', 'voter-registration')),
    )

  function Edit(props) {
    return el(
      Fragment,
      null,
      el(Controls, props),
      el('div', useBlockProps(), site.bff !== '' ? el(Chosen, props) : missing()),
    )
  }

  blocks.registerBlockType('voter-registration/form', { edit: Edit, save: () => null })
})(window.wp, window.voterRegistration)
