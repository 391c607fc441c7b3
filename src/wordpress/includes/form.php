<?php
/**
 * The form in posts: block, shortcode and pattern. The markup is the same for every visitor, so that pages can be cached.
 *
 * @package VoterRegistration
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns file and hash of the scripts that a page with the form loads, by the name that WordPress has for them: the form,
 * and what gives it the facts about the visitor's state.
 *
 * @return array<string, string[]>
 */
function voter_registration_scripts() {
	return array(
		'voter-registration'       => array( 'voter-registration.js', VOTER_REGISTRATION_INTEGRITY ),
		'voter-registration-facts' => array( 'voter-form-facts.js', VOTER_REGISTRATION_FACTS_INTEGRITY ),
	);
}

/** Registers the script files, the block, the shortcode and the pattern. */
function voter_registration_init() {
	load_plugin_textdomain( 'voter-registration', false, dirname( plugin_basename( VOTER_REGISTRATION_FILE ) ) . '/languages' );
	$folder = 'element/' . VOTER_REGISTRATION_VERSION . '/';
	foreach ( voter_registration_scripts() as $handle => list( $file ) ) {
		$script = plugins_url( $folder . $file, VOTER_REGISTRATION_FILE );
		// The address names the version already. The files may come in any order.
		wp_register_script( $handle, $script, array(), null, array( 'strategy' => 'async' ) ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters.MissingVersion
	}
	$editor = plugins_url( 'block/edit.js', VOTER_REGISTRATION_FILE );
	$needs  = array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n' );
	wp_register_script( 'voter-registration-editor', $editor, $needs, VOTER_REGISTRATION_VERSION, true );
	wp_set_script_translations( 'voter-registration-editor', 'voter-registration', dirname( VOTER_REGISTRATION_FILE ) . '/languages' );
	register_block_type( dirname( VOTER_REGISTRATION_FILE ) . '/block' );
	add_action( 'enqueue_block_editor_assets', 'voter_registration_editor_data' );
	add_shortcode( 'voter_registration', 'voter_registration_form' );
	$heading = '<!-- wp:heading --><h2 class="wp-block-heading">' . esc_html__( 'Register to vote', 'voter-registration' ) . '</h2><!-- /wp:heading -->';
	$lead    = '<!-- wp:paragraph --><p>' . esc_html__( 'It takes about two minutes.', 'voter-registration' ) . '</p><!-- /wp:paragraph -->';
	register_block_pattern(
		'voter-registration/register',
		array(
			'title'      => __( 'Register to vote', 'voter-registration' ),
			'categories' => array( 'call-to-action' ),
			'content'    => $heading . $lead . '<!-- wp:voter-registration/form {"headingLevel":3} /-->',
		)
	);
}

/**
 * Lets the browser run the script files only as they were built, and sets what marked elements in a post have from the settings,
 * whatever an author writes: the server, the official site and the name of the form.
 *
 * @param string $tag    The script's tag.
 * @param string $handle The script's name.
 * @return string
 */
function voter_registration_script_tag( $tag, $handle ) {
	$script = voter_registration_scripts()[ $handle ] ?? null;
	if ( null === $script ) {
		return $tag;
	}
	$settings = voter_registration_settings();
	$with     = ' integrity="' . esc_attr( $script[1] ) . '" crossorigin="anonymous"';
	foreach ( array_filter( array_intersect_key( $settings, array_flip( array( 'bff', 'official_url', 'partner' ) ) ) ) as $name => $value ) {
		$with .= ' data-' . str_replace( '_', '-', $name ) . '="' . esc_attr( $value ) . '"';
	}
	return str_replace( ' src=', $with . ' src=', $tag );
}

/** Loads the script files, once for all forms of a page. In the administration, only the page of the settings has one. */
function voter_registration_load() {
	if ( is_admin() && 'settings_page_voter-registration' !== ( $GLOBALS['current_screen']->id ?? '' ) ) {
		return;
	}
	array_map( 'wp_enqueue_script', array_keys( voter_registration_scripts() ) );
}

/** Hands the editor what the block's place holder names. */
function voter_registration_editor_data() {
	$data = array(
		'bff'         => voter_registration_settings()['bff'],
		'lookNames'   => voter_registration_looks(),
		'languages'   => voter_registration_languages(),
		'settingsUrl' => current_user_can( 'manage_options' ) ? admin_url( 'options-general.php?page=voter-registration' ) : '',
	);
	wp_add_inline_script( 'voter-registration-editor', 'window.voterRegistration = ' . wp_json_encode( $data ) . ';', 'before' );
}

/**
 * Returns the element's attributes.
 *
 * @param array<string, mixed> $given Of the block or the shortcode: locale, look, partner, headingLevel.
 * @return array<string, string>
 */
function voter_registration_attributes( $given ) {
	$settings = voter_registration_settings();
	foreach ( array( 'locale', 'look', 'partner' ) as $name ) {
		if ( isset( $given[ $name ] ) && is_string( $given[ $name ] ) && '' !== $given[ $name ] ) {
			$settings[ $name ] = $given[ $name ];
		}
	}
	$look  = isset( voter_registration_looks()[ $settings['look'] ] ) ? $settings['look'] : 'site';
	$level = absint( $given['headingLevel'] ?? $given['heading_level'] ?? 2 );
	return array_filter(
		array(
			'api-base'      => $settings['bff'],
			'official-url'  => $settings['official_url'],
			'partner'       => $settings['partner'],
			'locale'        => $settings['locale'],
			'heading-level' => (string) min( 6, max( 1, $level ) ),
			'appearance'    => wp_json_encode( voter_registration_appearance( $look ) ),
		)
	);
}

/**
 * Returns the form for a block or a shortcode, and loads its script files.
 *
 * @param array<string, mixed>|string $given See voter_registration_attributes().
 * @return string
 */
function voter_registration_form( $given = array() ) {
	ob_start();
	voter_registration_print_form( is_array( $given ) ? $given : array() );
	return ob_get_clean();
}

/**
 * Prints the form. Inside of the element stands what is shown while there is no form: a link.
 *
 * @param array<string, mixed> $given See voter_registration_attributes().
 */
function voter_registration_print_form( $given = array() ) {
	$attributes = voter_registration_attributes( $given );
	$bff        = $attributes['api-base'] ?? '';
	$official   = $attributes['official-url'] ?? '';
	if ( '' !== $bff ) {
		voter_registration_load();
		// The room is kept, so that the form moves nothing of the theme when its script arrives.
		echo '<voter-registration style="display:block;min-height:100vh"';
		foreach ( $attributes as $name => $value ) {
			echo ' ' . esc_attr( $name ) . '="' . esc_attr( $value ) . '"';
		}
		echo '>';
	}
	if ( '' !== $bff ) {
		$partner = $attributes['partner'] ?? '';
		$page    = $bff . '/form' . ( '' === $partner ? '' : '?partner=' . rawurlencode( $partner ) );
		echo '<a href="' . esc_url( $page ) . '">' . esc_html__( 'Register on a page of its own', 'voter-registration' ) . '</a> ';
	}
	if ( '' !== $official ) {
		echo '<a href="' . esc_url( $official ) . '">' . esc_html__( 'Register on the official site', 'voter-registration' ) . '</a>';
	}
	echo '' !== $bff ? '</voter-registration>' : '';
}
