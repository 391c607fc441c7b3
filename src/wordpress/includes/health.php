<?php
/**
 * The entry in Site Health: whether the BFF answers this site.
 *
 * @package VoterRegistration
 */

defined( 'ABSPATH' ) || exit;

/**
 * Adds the test.
 *
 * @param array<string, array> $tests The tests so far.
 * @return array<string, array>
 */
function voter_registration_health_tests( $tests ) {
	$tests['direct']['voter_registration'] = array(
		'label' => __( 'Voter registration', 'voter-registration' ),
		'test'  => 'voter_registration_health',
	);
	return $tests;
}

/**
 * Runs the test.
 *
 * @return array<string, mixed>
 */
function voter_registration_health() {
	$problem = voter_registration_problem();
	$good    = __( 'Visitors can use the voter-registration form', 'voter-registration' );
	$bad     = __( 'Visitors cannot use the voter-registration form', 'voter-registration' );
	$says    = __( 'The BFF answers, lets this site in and takes this version of the form.', 'voter-registration' );
	return array(
		'test'        => 'voter_registration',
		'label'       => '' === $problem ? $good : $bad,
		'status'      => '' === $problem ? 'good' : 'critical',
		'badge'       => array(
			'label' => __( 'Voter registration', 'voter-registration' ),
			'color' => 'blue',
		),
		'description' => '<p>' . esc_html( '' === $problem ? $says : $problem ) . '</p>',
		'actions'     => implode( '', voter_registration_action_links( array() ) ),
	);
}

/**
 * Returns what is wrong, in a sentence for the site's administrator; an empty text when all is well.
 *
 * @return string
 */
function voter_registration_problem() {
	$bff = voter_registration_settings()['bff'];
	if ( '' === $bff ) {
		return __( 'Set the address of your BFF.', 'voter-registration' );
	}
	$home   = wp_parse_url( home_url() );
	$origin = $home['scheme'] . '://' . $home['host'] . ( isset( $home['port'] ) ? ':' . $home['port'] : '' );
	$args   = array(
		'timeout' => 5,
		'headers' => array( 'Origin' => $origin ),
	);
	// In a network, the administrator of one site must not reach into the server's own network.
	$answer = is_multisite() ? wp_safe_remote_get( $bff . '/settings', $args ) : wp_remote_get( $bff . '/settings', $args );
	if ( is_wp_error( $answer ) ) {
		/* translators: 1: an address, 2: an error's text. */
		return sprintf( __( 'Nothing answers at %1$s: %2$s', 'voter-registration' ), $bff, $answer->get_error_message() );
	}
	$status   = wp_remote_retrieve_response_code( $answer );
	$settings = json_decode( wp_remote_retrieve_body( $answer ), true );
	if ( 200 === $status && ! isset( $settings['wording'] ) ) {
		/* translators: %s: an address. */
		return sprintf( __( 'Something else than the BFF answers at %s.', 'voter-registration' ), $bff );
	}
	if ( ! in_array( wp_remote_retrieve_header( $answer, 'access-control-allow-origin' ), array( '*', $origin ), true ) ) {
		/* translators: %s: an origin, such as https://www.partner.example. */
		return sprintf( __( 'The BFF does not let this site in. Add %s to its ALLOWED_ORIGINS.', 'voter-registration' ), $origin );
	}
	if ( 200 !== $status ) {
		/* translators: 1: a status code, 2: an address. */
		return sprintf( __( 'The BFF answered %1$s at %2$s. Its log says why.', 'voter-registration' ), $status, $bff );
	}
	if ( version_compare( VOTER_REGISTRATION_VERSION, $settings['min_form_version'] ?? '0', '<' ) ) {
		/* translators: %s: a version number. */
		return sprintf( __( 'The BFF asks for version %s of the form or newer. Update this plugin.', 'voter-registration' ), $settings['min_form_version'] );
	}
	return '';
}
