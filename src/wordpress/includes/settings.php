<?php
/**
 * The settings: one option for each site of a network, and nothing else is stored.
 *
 * @package VoterRegistration
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the settings, with a default for what is not set.
 *
 * @return array<string, string>
 */
function voter_registration_settings() {
	$defaults = array(
		'bff'          => '',
		'official_url' => '',
		'partner'      => '',
		'locale'       => 'auto',
		'look'         => 'site',
	);
	$saved    = get_option( 'voter_registration' );
	return is_array( $saved ) ? array_merge( $defaults, array_intersect_key( $saved, $defaults ) ) : $defaults;
}

/**
 * Returns the languages of the form, each under its tag. A language's own name is not translated.
 *
 * @return array<string, string>
 */
function voter_registration_languages() {
	return array(
		'auto'    => __( 'The language of the page', 'voter-registration' ),
		'en'      => 'English',
		'es'      => 'Español',
		'zh-Hans' => '简体中文',
		'vi'      => 'Tiếng Việt',
		'ko'      => '한국어',
		'fil'     => 'Filipino',
		'ar'      => 'العربية',
		'fr'      => 'Français',
		'ht'      => 'Kreyòl ayisyen',
		'zh-Hant' => '繁體中文',
		'km'      => 'ភាសាខ្មែរ',
		'bn'      => 'বাংলা',
		'hi'      => 'हिन्दी',
	);
}

/**
 * Returns what the form may look like.
 *
 * @return array<string, string>
 */
function voter_registration_looks() {
	return array(
		'site'  => __( 'The colors and fonts of this site', 'voter-registration' ),
		'auto'  => __( 'The form’s own colors, light or dark as the visitor’s system', 'voter-registration' ),
		'light' => __( 'The form’s own colors, light', 'voter-registration' ),
		'dark'  => __( 'The form’s own colors, dark', 'voter-registration' ),
	);
}

/** Registers the option. */
function voter_registration_register_setting() {
	$args = array( 'sanitize_callback' => 'voter_registration_sanitize' );
	register_setting( 'voter_registration', 'voter_registration', $args );
}

/**
 * Keeps what can be used of a submitted form. An address that cannot be used leaves the saved one as it was.
 *
 * @param mixed $input What was submitted.
 * @return array<string, string>
 */
function voter_registration_sanitize( $input ) {
	$clean = voter_registration_settings();
	$given = array_map( 'trim', array_filter( is_array( $input ) ? $input : array(), 'is_string' ) );
	foreach ( array( 'bff', 'official_url' ) as $name ) {
		$url = $given[ $name ] ?? $clean[ $name ];
		if ( '' === $url || voter_registration_is_usable( $url, 'bff' === $name ) ) {
			// Paths are added to the address of the BFF.
			$clean[ $name ] = sanitize_url( 'bff' === $name ? untrailingslashit( $url ) : $url );
			continue;
		}
		/* translators: %s: an address as it was typed. */
		$text = __( '“%s” is not used: an address begins with https://, and that of the BFF has no question mark.', 'voter-registration' );
		add_settings_error( 'voter_registration', $name, sprintf( $text, esc_html( $url ) ) );
	}
	if ( isset( $given['partner'] ) ) {
		$clean['partner'] = sanitize_text_field( $given['partner'] );
	}
	if ( isset( voter_registration_languages()[ $given['locale'] ?? '' ] ) ) {
		$clean['locale'] = $given['locale'];
	}
	if ( isset( voter_registration_looks()[ $given['look'] ?? '' ] ) ) {
		$clean['look'] = $given['look'];
	}
	return $clean;
}

/**
 * Returns whether an address can be used. On the server's own machine http will do.
 *
 * @param string $url     The address.
 * @param bool   $is_base Whether paths are added to it.
 * @return bool
 */
function voter_registration_is_usable( $url, $is_base ) {
	$parts    = wp_parse_url( $url );
	$host     = $parts['host'] ?? '';
	$is_local = in_array( $host, array( 'localhost', '127.0.0.1', '[::1]' ), true );
	$schemes  = $is_local ? array( 'http', 'https' ) : array( 'https' );
	$has_more = isset( $parts['query'] ) || isset( $parts['fragment'] );
	return '' !== $host && in_array( $parts['scheme'] ?? '', $schemes, true ) && ! isset( $parts['user'] ) && ! ( $is_base && $has_more );
}
